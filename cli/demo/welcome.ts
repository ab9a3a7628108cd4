/** What `npm start` prints once the service answers. */
import { DESK_SITE_ID } from "./demo-hotels.ts";
import { DAY_MS } from "../../src/base/calendar-date.ts";

/** Addresses, credentials of the demo and three lines to try. */
export function welcome(url: string, stateFolder: string): string {
  const day = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const key = `-H 'Authorization: Bearer demo-key'`;
  const logIn = '{"email":"guest@demo.test","password":"demo-password"}';
  return `
Tabard serves at ${url} (book a stay: ${url}/book/demo; the desk's console: ${url}/console; XML: ${url}/soap, WSDL: ${url}/soap?wsdl, JSON: ${url}/openapi.json)
State in ${stateFolder}; Ctrl-C stops, nothing is lost.

Demo credentials
  JSON   API key   demo-key                          (group rival: rival-key)
                   demo-pms-key, demo-channel-key, demo-desk-key: more scopes, or one hotel alone
         user      guest@demo.test / demo-password   (guest@rival.test / rival-password)
  Desk   operator  at ${url}/console: site demo, operator FINANCE, password demo-password
                   site ${DESK_SITE_ID}, operator DESK, password demo-password: one hotel alone
  XML    operator  SiteID demo, OperatorCode FINANCE, Password demo-password (rival: rival-password)
                   SiteID ${DESK_SITE_ID}, OperatorCode DESK, Password demo-password

Try
  curl '${url}/hotels/demo?language=de' ${key}
  curl '${url}/availabilities/demo?arrival=${day(1)}&departure=${day(3)}&adults=2' ${key}
  curl -X POST '${url}/sessions/demo' -H 'Content-Type: application/json' -d '${logIn}'
`;
}
