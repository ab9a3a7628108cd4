/** llms.txt: what Tabard is and where to read on, for language models (llmstxt.org). From the same tables as the OpenAPI document. */
import type { Route } from "../../src/http/types.ts";
import type { Operation } from "./operations.ts";

const HEAD = `# Tabard

> Bookings and a financial export for a group of hotels. Web sites and partners call a JSON interface over HTTP; accounting systems call
> an XML (SOAP) interface. One installation serves many groups; each token belongs to one of them.

Everything is under this origin. \`{groupId}\` is the group's id, \`demo\` in the demo data.

- Authentication: \`Authorization: Bearer TOKEN\`. A token is an API key of a client, or the \`sessionId\` that
  \`POST /sessions/{groupId}\` gives for a user's e-mail and password or an operator's site, code and password. A missing, wrong or
  insufficient token is 401. Keys belong on a server, never in a browser.
- Scopes: an operation below names the one it needs. A web site needs \`hotels\`, \`availability\`, \`reservations\`.
- Money is a number in units of the hotel's currency. Dates are \`YYYY-MM-DD\`, instants UTC.
- Errors are \`application/problem+json\`: look at \`code\`, tell people \`detail\`, and mend every entry of \`errors\` at once. \`doc\` leads
  to the code's cause and cure.
- Send an \`Idempotency-Key\` of your own with every POST that writes, and the same one with its retry: nothing is done twice.
- To book: GET /hotels, GET /availabilities for a stay, GET /offers of a hotel for \`roomId\` and \`rateId\`, POST /reservations with
  \`expectedTotal\` so that the price the guest saw is the price booked. In POST /reservations \`adult\` and \`children\` are strings.
- Demo data, where it is loaded (\`npm start\`): key \`demo-key\` for those four; \`demo-pms-key\` has every scope a key can have.

## Reference

- [OpenAPI 3.1](/openapi.json): every operation, its schemas and a sample of every error
- [Interactive reference](/docs): the same, to try
- [Errors](/docs/errors): every code of both interfaces, its cause and its cure
- [Financial export](/soap): the XML operations, with [messages to paste](/soap?op=cim_FinancialExportReportV2) and a [WSDL](/soap?wsdl)
- [What each line means](/docs/lines): the 23 elements of an exported transaction
- [OTA](/ota): OpenTravel messages for channel managers and property systems, with samples and a [WSDL](/ota?wsdl)
`;

/** The page: the routes that are operations, by tag. */
export function writeLlms(
  routes: readonly Pick<Route, "method" | "path" | "access">[],
  operations: Readonly<Record<string, Operation>>,
): string {
  const lines = routes.flatMap(({ method, path, access }) => {
    const operation = operations[`${method} ${path}`];
    if (!operation) return [];
    const scope = access === "open" || access === "session" ? "" : ` Scope: ${[access].flat().join(" or ")}.`;
    return [{ tag: operation.tag, line: `- \`${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}\`: ${operation.summary}.${scope}` }];
  });
  const sections = [...Map.groupBy(lines, ({ tag }) => tag)].map(
    ([tag, ofTag]) => `\n## ${tag}\n\n${ofTag.map(({ line }) => line).join("\n")}\n`,
  );
  return HEAD + sections.join("");
}
