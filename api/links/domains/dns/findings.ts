import { isIP } from "node:net";
import { hostOfUrl } from "@hoplog/schema/domains/hostname.js";
import { isApex } from "./names.ts";
import type { Lookup } from "./lookup.ts";

/** Required target of domains' DNS records. */
export interface Target {
  /** The host of SHORT_URL; null if SHORT_URL contains an IP address. */
  readonly host: string | null;
  /** The hosts that a domain's CNAME may point to. */
  readonly hosts: readonly string[];
  /** IP addresses known without DNS. Instructions for users show the first one. */
  readonly addresses: readonly string[];
}

export function targetOf(shortUrl: string, shortHosts: readonly string[], addresses: readonly string[]): Target {
  const host = hostOfUrl(shortUrl).replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0) return { host: null, hosts: shortHosts, addresses: [...new Set([...addresses, host])] };
  return { host, hosts: [host, ...shortHosts], addresses };
}

/** Target of a domain's DNS records: only this installation, partly this one, another server, or none. */
export type Traffic = "here" | "partly" | "elsewhere" | "nowhere";

/** The result of a domain's DNS lookups; null values mean that DNS did not respond. */
export interface Findings {
  /** Whether the domain's TXT record exists. */
  readonly isOwned: boolean | null;
  readonly traffic: Traffic | null;
  /** Addresses that an A or AAAA record may point to; empty if none is known. */
  readonly addresses: readonly string[];
  /** Whether the domain has records that a CNAME would hide. */
  readonly hasOthers: boolean;
}

export interface CheckedDomain {
  readonly name: string;
  readonly token: string;
}

/** Maximum length of CNAME chains; resolvers do not follow longer ones either. */
const chainMax = 8;

const addressesMax = 4;

export function txtName(name: string): string {
  return `_hoplog.${name}`;
}

export function txtValue(token: string): string {
  return `hoplog-verification=${token}`;
}

export async function resolveDomain(lookup: Lookup, { name, token }: CheckedDomain, target: Target): Promise<Findings> {
  const [texts, chain, own] = await Promise.all([
    lookup.txt(txtName(name)),
    cnamesOf(lookup, name),
    target.host === null ? [] : lookup.addresses(target.host),
  ]);
  const ours = [...target.addresses, ...(own ?? [])];
  const pointsHere = chain?.some((host) => target.hosts.includes(host)) ?? false;
  return {
    isOwned: texts && texts.includes(txtValue(token)),
    traffic: pointsHere ? "here" : await trafficBy(lookup, name, own && ours),
    addresses: (target.addresses.length > 0 ? target.addresses.slice(0, 1) : ours).slice(0, addressesMax),
    // A name with a CNAME has no other records.
    hasOthers: chain?.length === 0 && (await hasOthers(lookup, name)),
  };
}

/**
 * Classifies the addresses of a name. `ours` is null if some of our addresses are unknown; another address then proves
 * nothing.
 */
async function trafficBy(lookup: Lookup, name: string, ours: readonly string[] | null): Promise<Traffic | null> {
  const found = await lookup.addresses(name);
  if (found === null) return null;
  if (found.length === 0) return "nowhere";
  if (ours === null) return null;
  const here = found.filter((address) => ours.includes(address)).length;
  if (here === found.length) return "here";
  return here > 0 ? "partly" : "elsewhere";
}

async function hasOthers(lookup: Lookup, name: string): Promise<boolean> {
  if (await lookup.hasMail(name)) return true;
  return isApex(name) && ((await lookup.txt(name))?.length ?? 0) > 0;
}

/** Returns the chain of hosts of a name's CNAME; null if DNS did not respond. */
async function cnamesOf(lookup: Lookup, name: string): Promise<readonly string[] | null> {
  const chain: string[] = [];
  for (let next: string | undefined = name; chain.length < chainMax;) {
    const answer = await lookup.cname(next);
    if (answer === null) return null;
    next = answer[0];
    if (next === undefined || chain.includes(next)) break;
    chain.push(next);
  }
  return chain;
}
