import type { IncomingHttpHeaders } from "node:http";

const local = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Metrics stay inside: they are not given through a proxy, nor under the public name unless that is this machine. */
export function isAskedFromInside(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  if (headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined) return false;
  const publicName = new URL(publicUrl).hostname;
  return local.has(publicName) || URL.parse(`http://${headers.host ?? ""}`)?.hostname !== publicName;
}
