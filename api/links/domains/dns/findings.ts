import { isIP } from "node:net";
import { hostOfUrl } from "@hoplog/schema/domains/hostname.js";
import { isApex } from "./names.ts";
import type { Lookup } from "./lookup.ts";

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

/** Where visitors of a domain come: here, elsewhere too, elsewhere, or nowhere. */
export type Traffic = "here" | "partly" | "elsewhere" | "nowhere";

/** What DNS says about a domain; null for what nobody could say. */
export interface Findings {
  /** Whether it has its TXT record. */
  readonly isOwned: boolean | null;
  readonly traffic: Traffic | null;
  /** Addresses that an A or AAAA record may name: none where none is known. */
  readonly addresses: readonly string[];
  /** It has records that a CNAME would hide. */
  readonly hasOthers: boolean;
}

export interface Asked {
  readonly name: string;
  readonly token: string;
}

/** Longer chains are not followed: resolvers give up on them too. */
const chainMax = 8;

const addressesMax = 4;

export function txtName(name: string): string {
  return `_hoplog.${name}`;
}

export function txtValue(token: string): string {
  return `hoplog-verification=${token}`;
}

export async function askDns(lookup: Lookup, { name, token }: Asked, target: Target): Promise<Findings> {
  const [texts, chain, own] = await Promise.all([
    lookup.txt(txtName(name)),
    cnamesOf(lookup, name),
    target.host === null ? [] : lookup.addresses(target.host),
  ]);
  const ours = [...target.addresses, ...(own ?? [])];
  const leadsHere = chain?.some((host) => target.hosts.includes(host)) ?? false;
  return {
    isOwned: texts && texts.includes(txtValue(token)),
    traffic: leadsHere ? "here" : await trafficBy(lookup, name, own && ours),
    addresses: (target.addresses.length > 0 ? target.addresses.slice(0, 1) : ours).slice(0, addressesMax),
    // Whatever has a CNAME has nothing else.
    hasOthers: chain?.length === 0 && (await hasOthers(lookup, name)),
  };
}

/** `ours` null where some of them are not known just now: then one that isn't among them proves nothing. */
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

/** The hosts that a name's CNAME leads to, one after the other; null where nobody could say. */
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
