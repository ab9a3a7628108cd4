/** Whether a browser sends a request for a page of another origin. Leaf. */

/** By Origin, which browsers send with every POST and scripts cannot forge; programs send none. */
export function isFromAnotherOrigin(request: Request): boolean {
  const origin = request.headers.get("Origin");
  return origin !== null && origin !== new URL(request.url).origin;
}
