/** What partners send, OTA and AlpineBits (docs/interface.md §15, §16), at whatever host the URL names. */
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { OTA_MESSAGES } from "../../../src/ota/messages.ts";
import { DEMO_SETTING, writeEnvelope, writeSample } from "../../../src/ota/samples.ts";

const AUTHORIZATION = `Basic ${btoa(`${DEMO_SETTING.client}:${DEMO_SETTING.key}`)}`;
const NAMESPACE = `xmlns="http://www.opentravel.org/OTA/2003/05"`;

/** Registers the tests; `url` is known when they run. */
export function partnerSuite(url: () => string): void {
  const setting = () => ({ ...DEMO_SETTING, address: `${url()}/ota`, nowMs: Date.now() });
  const post = (path: string, body: BodyInit, headers: Record<string, string>): Promise<Response> =>
    fetch(url() + path, { method: "POST", body, headers });

  it.each(OTA_MESSAGES.map((message) => [message.request, message] as const))("takes the page's sample of %s", async (_name, message) => {
    const bare = await post("/ota", writeSample(message, setting()), { "Content-Type": "text/xml", Authorization: AUTHORIZATION });
    expect([bare.status, await bare.text()]).toEqual([200, expect.stringMatching(`<${message.response} [^>]*><Success/>`)]);
    const enveloped = await post("/ota", writeEnvelope(message, setting()), { "Content-Type": "text/xml" });
    expect([enveloped.status, await enveloped.text()]).toEqual([200, expect.stringContaining(`<${message.response} `)]);
  });

  it("reads what is compressed, and refuses what is not or grows too large", async () => {
    const headers = { "Content-Type": "text/xml", "Content-Encoding": "gzip", Authorization: AUTHORIZATION };
    const send = async (body: Buffer): Promise<[number, string]> => {
      const answer = await post("/ota", new Uint8Array(body), headers);
      return [answer.status, await answer.text()];
    };
    const ping = `<OTA_PingRQ ${NAMESPACE}><EchoData>Grüezi</EchoData></OTA_PingRQ>`;
    expect(await send(gzipSync(ping))).toEqual([200, expect.stringContaining("<EchoData>Grüezi</EchoData>")]);
    expect((await send(Buffer.from(ping)))[0]).toBe(400);
    expect((await send(gzipSync(Buffer.alloc(64 * 1024 * 1024))))[0]).toBe(413);
  });

  it("shakes hands over multipart/form-data, compressed or not", async () => {
    const words = `{"versions":[{"version":"2024-10","actions":[{"action":"action_OTA_Read"}]}]}`;
    const form = new FormData();
    form.set("action", "OTA_Ping:Handshaking");
    form.set("request", `<OTA_PingRQ ${NAMESPACE} Version="8.000"><EchoData>${words}</EchoData></OTA_PingRQ>`);
    const encoded = new Response(form);
    const headers = {
      "Content-Type": encoded.headers.get("Content-Type") ?? "",
      Authorization: AUTHORIZATION,
      "X-AlpineBits-ClientProtocolVersion": "2024-10",
    };
    const plain = new Uint8Array(await encoded.arrayBuffer());
    for (const answer of [
      await post("/alpinebits", plain, headers),
      await post("/alpinebits", gzipSync(plain), { ...headers, "Content-Encoding": "gzip" }),
    ]) {
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("action_OTA_Read")]);
    }
    const refused = await post("/alpinebits", plain, { ...headers, Authorization: "Basic eDp5" });
    expect([refused.status, await refused.text()]).toEqual([401, "ERROR:invalid or missing username/password"]);
  });
}
