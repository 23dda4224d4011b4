import { hostOfUrl } from "./hostname.ts";

/**
 * Returns the hosts of the default domain in DNS form: the hosts of the app and of short links, and others that an
 * operator configures.
 */
export function defaultHosts(urls: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set([...urls.map(hostOfUrl), ...others])].toSorted();
}

/**
 * Returns the names of the default domain: its hosts, and the same hosts with the port of short URLs, if there is one.
 */
export function defaultHostNames(hosts: readonly string[], shortUrl: string): readonly string[] {
  const { port } = new URL(shortUrl);
  return port === "" ? hosts : [...hosts, ...hosts.map((host) => `${host}:${port}`)];
}
