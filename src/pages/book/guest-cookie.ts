/** The cookie that keeps a guest's proof of one booking: sent to that booking's pages alone. */
import { type Visit, pathOf } from "./frame.ts";

const NAME = "tabard_guest";

/** For Set-Cookie. Out of reach of scripts; other sites' forms do not bring it along, their links do. */
export function guestCookie({ site, url }: Visit, reservationId: string, token: string): string {
  const secure = url.protocol === "https:" ? "; Secure" : "";
  return `${NAME}=${token}; Path=${pathOf(site, reservationId)}; HttpOnly; SameSite=Lax${secure}`;
}

/** The proof a request brings; "" where it brings none. */
export function readGuestCookie(request: Request): string {
  for (const pair of (request.headers.get("Cookie") ?? "").split(";")) {
    const [name, value = ""] = pair.trim().split("=", 2);
    if (name === NAME) return value;
  }
  return "";
}
