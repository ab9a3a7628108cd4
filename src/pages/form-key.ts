/** The key of a form: sent again, whether by a reload, by going back or by pressing twice, it changes nothing more (docs/interface.md §4.8). */
import { base64Url } from "../base/bytes.ts";
import type { Ctx } from "../host/context.ts";

const KEY_BYTES = 16;
const KEY = /^[\w-]{22}$/;

export function newKey(ctx: Ctx): string {
  return base64Url(ctx.randomBytes(KEY_BYTES));
}

/** Whether a page of ours has written it. */
export function isKey(text: string): boolean {
  return KEY.test(text);
}
