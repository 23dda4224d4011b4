import type { IncomingMessage } from "node:http";

/** A path of the API that nothing lies at. */
const nowhere = "/api/unreadable-address";

/**
 * An address whose escapes nobody can read leads nowhere. Fastify would answer it before any of our hooks, without the
 * headers that every answer has.
 */
export function readableUrl({ url = "/" }: IncomingMessage): string {
  if (!url.includes("%")) return url;
  const [path = ""] = url.split("?", 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return nowhere;
  }
}
