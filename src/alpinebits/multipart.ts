/** The form of a request: multipart/form-data with `action` and `request`, perhaps compressed as a whole. */
import { gunzip } from "../base/gunzip.ts";
import { readBody } from "../base/read-body.ts";
import { PARTNER_BODY_BYTES_MAX } from "../partners/limits.ts";
import type { ProtocolFault } from "./protocol-fault.ts";

export interface Form {
  action: string;
  /** The document; null where there is none. */
  request: Uint8Array | null;
}

/** Reads the form of a caller who is proved. */
export async function readForm(request: Request): Promise<Form | ProtocolFault> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^\s*multipart\/form-data\s*;/i.test(type)) return { status: 400, text: "the body must be multipart/form-data" };
  const sent = await readBody(request, PARTNER_BODY_BYTES_MAX);
  const encoding = request.headers.get("Content-Encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding !== "gzip" && encoding !== "identity") return { status: 400, text: "Content-Encoding must be gzip or left out" };
  if (!sent) return TOO_LARGE;
  const bytes = encoding === "gzip" ? await gunzip(sent, PARTNER_BODY_BYTES_MAX) : sent;
  if (bytes === "malformed") return { status: 400, text: "the body is no gzip" };
  if (bytes === "too_large") return TOO_LARGE;
  try {
    const form = await new Response(bytes, { headers: { "Content-Type": type } }).formData();
    return { action: (await textOf(form.get("action"))).trim(), request: await bytesOf(form.get("request")) };
  } catch {
    return { status: 400, text: "the body is not proper multipart/form-data" };
  }
}

const TOO_LARGE: ProtocolFault = { status: 413, text: `the body has more than ${PARTNER_BODY_BYTES_MAX} bytes, unpacked` };

async function textOf(field: File | string | null): Promise<string> {
  return field === null || typeof field === "string" ? (field ?? "") : field.text();
}

/** As sent where it came as a file, so that bytes that are not UTF-8 are seen. */
async function bytesOf(field: File | string | null): Promise<Uint8Array | null> {
  if (field === null) return null;
  return typeof field === "string" ? new TextEncoder().encode(field) : new Uint8Array(await field.arrayBuffer());
}
