/** A port for servers that cannot choose one themselves. */
import { once } from "node:events";
import { createServer } from "node:net";

const ADDRESS = "127.0.0.1";

/** A port of 127.0.0.1 that is free now, from 20000 up: below, other things listen by custom. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer().listen(port, ADDRESS);
    const listening = await once(server, "listening").catch(() => null);
    if (listening === null) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
