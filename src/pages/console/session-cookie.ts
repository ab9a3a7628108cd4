/** The cookie that holds an operator's session: sent to the console alone, and never from another site. */

const NAME = "tabard_console";

/** For Set-Cookie; an empty token takes it away. Out of reach of scripts. */
export function sessionCookie(url: URL, token: string): string {
  const secure = url.protocol === "https:" ? "; Secure" : "";
  const ended = token === "" ? "; Max-Age=0" : "";
  return `${NAME}=${token}; Path=/console; HttpOnly; SameSite=Strict${secure}${ended}`;
}

/** The token a request brings; "" where it brings none. */
export function readSessionCookie(request: Request): string {
  for (const pair of (request.headers.get("Cookie") ?? "").split(";")) {
    const [name, value = ""] = pair.trim().split("=", 2);
    if (name === NAME) return value;
  }
  return "";
}
