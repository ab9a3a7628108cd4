/** Bodies of /webhooks: docs/interface.md §17. */
import * as z from "zod/mini";
import { type FieldError, type Result, fail, ok } from "../base/result.ts";
import type { NewWebhook } from "../events/create-webhook.ts";
import { WEBHOOK_TYPES_MAX, WEBHOOK_URL_CHARS_MAX } from "../events/limits.ts";
import { typesOf } from "../events/rules/event.ts";
import { type WebhookTargets, targetFault } from "../events/rules/webhook-target.ts";
import { TYPES_TAKEN } from "./event-query.ts";
import { fieldErrors } from "./validation.ts";

const url = z.string().check(z.minLength(1), z.maxLength(WEBHOOK_URL_CHARS_MAX));
const pattern = z.string().check(z.refine((text) => typesOf(text).length > 0, TYPES_TAKEN));
const types = z.array(pattern).check(z.minLength(1), z.maxLength(WEBHOOK_TYPES_MAX));
const sequence = z
  .number()
  .check(z.refine((value) => Number.isSafeInteger(value) && value >= 0, "Must be a sequence: a whole number, 0 or more."));

export const NewWebhookSchema = z.object({ url, types, after: z.optional(z.nullable(sequence)) });

export const WebhookChangeSchema = z.object({
  url: z.optional(url),
  types: z.optional(types),
  state: z.optional(z.enum(["enabled", "disabled"], "Must be enabled or disabled.")),
  cursor: z.optional(sequence),
});

/** What a URL is checked against. */
interface Place {
  targets: WebhookTargets;
  /** Of the request: the service itself. */
  ownHost: string;
}

/** A new endpoint, or `invalid_webhook` with every fault named. */
export function parseNewWebhook(body: unknown, place: Place): Result<NewWebhook> {
  const parsed = parse(NewWebhookSchema, body, place);
  return parsed.ok ? ok({ ...parsed.value, after: parsed.value.after ?? null }) : parsed;
}

/** A change, or `invalid_webhook` with every fault named. */
export function parseWebhookChange(body: unknown, place: Place): Result<z.output<typeof WebhookChangeSchema>> {
  return parse(WebhookChangeSchema, body, place);
}

function parse<Schema extends z.ZodMiniObject>(schema: Schema, body: unknown, { targets, ownHost }: Place): Result<z.output<Schema>> {
  const parsed = schema.safeParse(body);
  const errors: FieldError[] = parsed.error ? fieldErrors(parsed.error) : [];
  const given: unknown = typeof body === "object" && body !== null && "url" in body ? body.url : null;
  const fault = typeof given === "string" && given !== "" ? targetFault(given, targets, ownHost) : null;
  // Its length is the schema's to tell.
  if (fault !== null && !errors.some((error) => "pointer" in error && error.pointer === "/url")) {
    errors.push({ pointer: "/url", code: "invalid_url", detail: fault });
  }
  return errors.length > 0 || !parsed.success ? fail({ code: "invalid_webhook", errors }) : ok(parsed.data);
}
