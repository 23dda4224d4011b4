import { createBoundedCache } from "../cache/boundedCache.ts";
import ipaddr from "ipaddr.js";

/** Returns whether the X-Forwarded-For header of a peer is trusted. */
export type IsTrusted = (address: string) => boolean;

const unspecified = new Uint8Array(16);
const remembered = 10_000;

/**
 * Returns the visitor's address in canonical form: the peer's, or, if the peer is a trusted proxy, the last untrusted
 * address in X-Forwarded-For. Entries that visitors forge are further left and are never reached.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, isTrusted: IsTrusted): string {
  let address = canonicalAddress(peer) ?? peer;
  if (forwardedFor === undefined || !isTrusted(address)) return address;
  for (const hop of forwardedFor.split(",").toReversed()) {
    const candidate = canonicalAddress(hop.trim());
    if (candidate === null) return address;
    address = candidate;
    if (!isTrusted(candidate)) return candidate;
  }
  return address;
}

/**
 * Returns the canonical form of an address, so that limits, rules, caps and API key networks treat all its spellings
 * alike: IPv4 in decimal, even if embedded in IPv6; IPv6 in its shortest form (RFC 5952); both without zone and port.
 * Null if the text is not an address.
 */
export function canonicalAddress(text: string): string | null {
  if (usualAddress.test(text)) return text;
  const address = withoutPort(text).replace(/%.*$/s, "");
  return ipaddr.isValid(address) ? spellings.get(address, spelled) : null;
}

/** Matches decimal IPv4, which nearly all addresses are; fast, because it runs for each visit. */
const usualAddress = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;

const spellings = createBoundedCache<string, string>(remembered);

function spelled(address: string): string {
  return ipaddr.process(address).toString();
}

/**
 * Creates a function that converts addresses to 16 bytes (IPv4 mapped into IPv6), and caches the most recent ones.
 * Invalid addresses become `::`.
 */
export function createAddressBytes(): (address: string) => Uint8Array {
  const known = createBoundedCache<string, Uint8Array>(remembered);
  return (address) => ipv4Bytes(address) ?? known.get(address, bytesOf);
}

/**
 * Parses decimal IPv4 without the library, which takes 4 µs: most visitors have an address that is not cached. Null for
 * anything else.
 */
function ipv4Bytes(address: string): Uint8Array | null {
  if (!usualAddress.test(address)) return null;
  const bytes = new Uint8Array(16);
  bytes[10] = bytes[11] = 0xff;
  let at = 12;
  for (let i = 0; i < address.length; i++) {
    const code = address.charCodeAt(i);
    if (code === dot) at++;
    else bytes[at] = (bytes[at] ?? 0) * 10 + code - zero;
  }
  return bytes;
}

const dot = 0x2e;
const zero = 0x30;

function bytesOf(address: string): Uint8Array {
  if (!ipaddr.isValid(address)) return unspecified;
  const parsed = ipaddr.parse(address);
  return Uint8Array.from((parsed instanceof ipaddr.IPv4 ? parsed.toIPv4MappedAddress() : parsed).toByteArray());
}

/**
 * Returns an entry of X-Forwarded-For without the port that some proxies add: `203.0.113.7:4711`, `[2001:db8::1]:4711`.
 */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(hop);
  if (bracketed?.[1] !== undefined) return bracketed[1];
  return /^[^:]+:\d+$/.test(hop) ? hop.slice(0, hop.indexOf(":")) : hop;
}
