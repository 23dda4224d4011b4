import { hostOfUrl } from "./hostname.ts";

/** The hosts of the default domain, as DNS has them: those of the app and of short links, and what an operator names. */
export function defaultHosts(urls: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set([...urls.map(hostOfUrl), ...others])].toSorted();
}

/** What the default domain may be called: its hosts, alone and with the port under which short links are reached. */
export function defaultHostNames(hosts: readonly string[], shortUrl: string): readonly string[] {
  const { port } = new URL(shortUrl);
  return port === "" ? hosts : [...hosts, ...hosts.map((host) => `${host}:${port}`)];
}
