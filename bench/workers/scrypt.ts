/** The least a log-in can cost: one password hash with Tabard's parameters. */
import { IttyRouter, type IRequest } from "itty-router";
import { hashPassword } from "../../src/access/password.ts";

const salt = new Uint8Array(16);
const router = IttyRouter();

router.post("/sessions/:groupId", async (request: IRequest) => {
  const { password } = await request.json<{ password: string }>();
  return Response.json({ sessionId: await hashPassword(password, salt) });
});

export default { fetch: (request) => router.fetch(request) as Promise<Response> } satisfies ExportedHandler<Env>;
