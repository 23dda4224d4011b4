import { isIP } from "node:net";
import { hostOfUrl } from "@hoplog/schema/domains/hostname.js";

/** Where visitors of domains have to come. */
export interface Target {
  /** The host of SHORT_URL; null where that is an address. */
  readonly host: string | null;
  /** A CNAME of a domain may name any of these. */
  readonly hosts: readonly string[];
  /** That are known without DNS. The first one is what people are told to use. */
  readonly addresses: readonly string[];
}

export function targetOf(shortUrl: string, shortHosts: readonly string[], addresses: readonly string[]): Target {
  const host = hostOfUrl(shortUrl).replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0) return { host: null, hosts: shortHosts, addresses: [...new Set([...addresses, host])] };
  return { host, hosts: [host, ...shortHosts], addresses };
}
