/** Tabard on Deno: `deno run … src/host/runtime/deno.ts`, permissions in docs/hosts.md. Settings in settings.ts. */
import { serveHttp } from "./serve-http.ts";

serveHttp("deno");
