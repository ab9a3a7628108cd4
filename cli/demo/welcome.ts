/** What `npm start` prints once the service answers. */
import { DESK_SITE_ID } from "./demo-hotels.ts";
import { DAY_MS } from "../../src/base/calendar-date.ts";

/** Addresses, credentials of the demo and three lines to try. */
export function welcome(url: string, stateFolder: string): string {
  const day = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const key = `-H 'Authorization: Bearer demo-key'`;
  const logIn = '{"email":"guest@demo.test","password":"demo-password"}';
  return `
Tabard serves at ${url}

  Reference       ${url}/docs       every operation, ready to try; all errors: ${url}/docs/errors
  Booking page    ${url}/book/demo  book a stay as a guest does
  Desk's console  ${url}/console    sign in as site demo, operator FINANCE, password demo-password
  For programs    ${url}/openapi.json, ${url}/soap?wsdl, ${url}/llms.txt

State in ${stateFolder}; Ctrl-C stops, nothing is lost. More: npm start -- --help

Demo credentials
  JSON   API key   demo-key                          (group rival: rival-key)
                   demo-pms-key, demo-channel-key, demo-desk-key: more scopes, or one hotel alone
         user      guest@demo.test / demo-password   (guest@rival.test / rival-password)
  XML    operator  SiteID demo, OperatorCode FINANCE, Password demo-password (rival: rival-password)
                   SiteID ${DESK_SITE_ID}, OperatorCode DESK, Password demo-password: one hotel alone
                   the same sign in to the console

Try
  curl '${url}/hotels/demo?language=de' ${key}
  curl '${url}/availabilities/demo?arrival=${day(1)}&departure=${day(3)}&adults=2' ${key}
  curl -X POST '${url}/sessions/demo' -H 'Content-Type: application/json' -d '${logIn}'
`;
}
