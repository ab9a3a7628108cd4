/** A guest at a group's booking page: whose page it is, in which language, and with what rights the page asks for them. */
import { type CallerCtx, asCaller } from "../../access/caller.ts";
import { limitCaller } from "../../access/limit-requests.ts";
import type { Principal } from "../../access/rules/principal.ts";
import { type Result, ok } from "../../base/result.ts";
import type { Ctx } from "../../host/context.ts";
import { type GroupSite, findBookingSite } from "../../listing/find-booking-site.ts";
import { lookUpLanguage } from "../../listing/rules/language.ts";
import { newNonce } from "../html-response.ts";
import { TEXTS, speechOf } from "../texts/speech.ts";
import type { Visit } from "./frame.ts";

export interface OpenVisit {
  visit: Visit;
  /** The page's own rights in the group: a guest has no token. */
  caller: CallerCtx;
  site: GroupSite;
}

/** `not_found` where the group has no booking page, `too_many_requests` for an address that asks too much. */
export async function openVisit(ctx: Ctx, request: Request, groupId: string): Promise<Result<OpenVisit>> {
  const allowed = await limitCaller(ctx, { groupId, callerId: `page:${ctx.address}` });
  if (!allowed.ok) return allowed;
  const found = await findBookingSite(ctx, groupId);
  if (!found.ok) return found;
  const site = found.value;
  const languages = spokenOf(site);
  const url = new URL(request.url);
  const language = lookUpLanguage(url.searchParams.get("language") ?? preferred(request, languages), languages, languages[0] ?? "en");
  const visit: Visit = {
    site: { groupId, name: site.name, colour: site.colour, logo: site.logo, languages },
    speech: speechOf(language),
    url,
    nonce: newNonce(ctx),
  };
  return ok({ visit, caller: asCaller(ctx, pagePrincipal(groupId)), site });
}

/** Languages of the page that the group has texts in, its default first; the page's own where it has none of them. */
function spokenOf({ defaultLanguage, languages }: GroupSite): string[] {
  const spoken = [defaultLanguage, ...languages].filter((language) => Object.hasOwn(TEXTS, language));
  return spoken.length === 0 ? ["en"] : [...new Set(spoken)];
}

/** The first language of the browser's own order (RFC 9110 §12.5.4) that the page speaks. */
function preferred(request: Request, languages: readonly string[]): string | undefined {
  const ranges = (request.headers.get("Accept-Language") ?? "").split(",").map((part) => part.split(";")[0]?.trim() ?? "");
  return ranges.find((range) => languages.includes(lookUpLanguage(range, languages, "")));
}

/** What the page may do for whoever visits it: sell, and look after the bookings of guests that proved them theirs. */
function pagePrincipal(groupId: string): Principal {
  return {
    kind: "page",
    groupId,
    hotelId: null,
    scopes: ["hotels", "availability", "reservations", "bookings"],
    subject: "book",
    callerId: "page:book",
    logName: "booking page",
    tokenSha256: "",
  };
}
