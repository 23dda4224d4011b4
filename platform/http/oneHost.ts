import type { IncomingMessage } from "node:http";

/**
 * Whether a request names its host as RFC 9112 (3.2) wants it: once, or in HTTP/1.0 not at all. Neither Node nor Bun
 * refuses a second one, and a proxy before us may go by the other of the two.
 */
export function namesOneHost({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, "rawHeaders" | "httpVersion">): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === "host") hosts++;
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
}
