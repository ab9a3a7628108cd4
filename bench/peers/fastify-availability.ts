/** What a team might build instead: Fastify over node:sqlite with the textbook's schema. Usage: node … DATABASE; prints its port. */
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import Fastify from "fastify";
import { TEXTBOOK_QUERY, textbookValues } from "../support/textbook-query.ts";

const db = new DatabaseSync(process.argv[2] ?? "", { readOnly: true });
const findToken = db.prepare("SELECT group_id FROM tokens WHERE token_sha256 = ?1 AND revoked_ms IS NULL");
const query = db.prepare(TEXTBOOK_QUERY);

const entry = {
  type: "object",
  properties: { id: { type: "string" }, currencyCode: { type: "string" }, priceFrom: { type: "number" } },
} as const;

const app = Fastify();

app.get<{ Params: { groupId: string }; Querystring: Record<string, string> }>(
  "/availabilities/:groupId",
  { schema: { response: { 200: { type: "array", items: entry } } } },
  (request, reply) => {
    const token = request.headers.authorization?.slice("Bearer ".length) ?? "";
    const caller = findToken.get(createHash("sha256").update(token).digest("hex"));
    if (caller?.group_id !== request.params.groupId) return reply.code(401).send();
    return reply.send(query.all(...textbookValues(request.params.groupId, new URLSearchParams(request.query))));
  },
);

const address = await app.listen({ host: "127.0.0.1", port: 0 });
console.log(new URL(address).port);
