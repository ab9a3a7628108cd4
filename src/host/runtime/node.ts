/** Tabard on Node: `node src/host/runtime/node.ts`. Settings in settings.ts. */
import { serveHttp } from "./serve-http.ts";

serveHttp("node");
