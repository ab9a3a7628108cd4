/**
 * Receives webhooks: node receive-webhooks.ts PORT SECRET. Verifies each by the published library of the Standard Webhooks
 * specification, answers at once, and does each event's work once however often it comes.
 */
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const [port = "9000", secret = ""] = process.argv.slice(2);
const webhook = new Webhook(secret);
/** In your database, written in the transaction of the event's work. */
const done = new Set<string>();

interface TabardEvent {
  id: string;
  sequence: number;
  type: string;
  subject: string;
}

createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk: string) => (body += chunk));
  request.on("end", () => {
    let event: TabardEvent;
    try {
      // Also refuses what is older than five minutes: somebody sends again what they have overheard.
      event = webhook.verify(body, request.headers as Record<string, string>) as TabardEvent;
    } catch {
      response.writeHead(401).end();
      return;
    }
    if (!done.has(event.id)) {
      done.add(event.id);
      console.log(`${event.sequence} ${event.type} ${event.subject}`);
    }
    response.writeHead(204).end();
  });
}).listen(Number(port), "127.0.0.1", () => console.log(`listening at ${port}`));
