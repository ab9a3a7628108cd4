/**
 * An orderly end of a Node HTTP server. `server.close()` alone waits for connections a client opened ahead and has sent
 * nothing on; here only answers under way are waited for.
 */
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { StreamedResponse } from "./streamed-response.ts";

/** Call before the server listens. The function it gives ends the server, by force where answers take longer than told. */
export function drainable(server: Server<typeof IncomingMessage, typeof StreamedResponse>): (timeoutMs: number) => Promise<void> {
  /** Answers under way, by connection. */
  const answering = new Map<Socket, number>();
  let draining = false;

  const answered = (socket: Socket): void => {
    const left = (answering.get(socket) ?? 0) - 1;
    if (answering.has(socket)) answering.set(socket, left);
    // What is written is sent first.
    if (draining && left <= 0) socket.destroySoon();
  };

  server.on("connection", (socket: Socket) => {
    answering.set(socket, 0);
    socket.on("close", () => answering.delete(socket));
  });
  server.on("request", ({ socket }: IncomingMessage, answer: StreamedResponse) => {
    answering.set(socket, (answering.get(socket) ?? 0) + 1);
    answer.on("close", () => answered(socket));
  });

  return async (timeoutMs) => {
    draining = true;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const [socket, count] of answering) if (count === 0) socket.destroySoon();
    const late = setTimeout(() => server.closeAllConnections(), timeoutMs);
    await closed;
    clearTimeout(late);
  };
}
