import { isLoopback } from "@hoplog/platform/http/loopback.js";

/** Hosts (with port) that no link may point to. */
export interface OwnHosts {
  readonly ownHosts: readonly string[];
}

/**
 * The hosts (with port, as in `URL.host`) under which short links are reached: a link to one of them could lead in a
 * circle. On one machine that is every name the machine has for itself.
 */
export function ownHosts(shortUrl: string): string[] {
  const { host, hostname, port } = new URL(shortUrl);
  if (!isLoopback(hostname)) return [host];
  const names = [hostname, "localhost", "127.0.0.1", "[::1]", "0.0.0.0", "[::]"];
  return [...new Set(names.map((name) => (port === "" ? name : `${name}:${port}`)))];
}
