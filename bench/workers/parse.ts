/** The least a push can cost: its document parsed by the same reader, and nothing done with it. */
import { readDocument } from "../../src/xml/read-document.ts";

export default {
  fetch: async (request) => {
    const root = readDocument(new Uint8Array(await request.arrayBuffer()));
    return new Response(`<${root.local.replace(/RQ$/, "RS")} xmlns="${root.namespace}"><Success/></${root.local.replace(/RQ$/, "RS")}>`);
  },
} satisfies ExportedHandler<Env>;
