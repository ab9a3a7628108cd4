/** The client's address, for the log-in limiter. The platform sets the header; a client cannot. */
export function clientAddress(request: Request): string {
  return request.headers.get("CF-Connecting-IP") ?? "unknown";
}
