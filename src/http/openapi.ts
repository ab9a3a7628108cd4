/** GET /openapi.json. */
import { json } from "./answer.ts";
import { describeService } from "./openapi/document.ts";
import { OPERATIONS } from "./openapi/operations.ts";
import type { OpenHandler, Route } from "./types.ts";

/** The handler for a route table, rendered once. The table is read late: it holds this handler. */
export function openApiOf(routes: () => readonly Route[]): OpenHandler {
  let document: object | undefined;
  return () => {
    document ??= describeService(routes(), OPERATIONS);
    return json(document, { "Cache-Control": "public, max-age=300" });
  };
}
