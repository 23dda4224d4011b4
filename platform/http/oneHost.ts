import type { IncomingMessage } from "node:http";

/**
 * Returns whether a request has exactly one Host header, or none in HTTP/1.0, as RFC 9112 (3.2) requires. Neither Node
 * nor Bun rejects a second one, and a proxy in front of us may use the second header.
 */
export function namesOneHost({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, "rawHeaders" | "httpVersion">): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === "host") hosts++;
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
}
