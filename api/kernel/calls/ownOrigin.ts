import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a request comes from a page of our own, or from what is no browser: those always tell their page's origin
 * when they open a WebSocket. Ours is where the request itself goes to, or `publicUrl` where a proxy names another host.
 */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  return page.host === host || page.origin === new URL(publicUrl).origin;
}
