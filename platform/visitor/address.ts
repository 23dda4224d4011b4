import { createBoundedCache } from "../cache/boundedCache.ts";
import ipaddr from "ipaddr.js";

/** Decides which peers' X-Forwarded-For is believed. */
export type IsTrusted = (address: string) => boolean;

const unspecified = new Uint8Array(16);
const remembered = 10_000;

/**
 * The visitor's address in its one spelling: the peer's, or, where the peer is a trusted proxy, the last one in X-Forwarded-For
 * that is not. What a visitor writes into that header itself stands to the left and is never reached.
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
 * The one spelling of an address, so that limits, rules, caps and networks of keys take it for the same: IPv4 in decimals, also
 * where it stands in an IPv6 one, IPv6 as short as it can be (RFC 5952), neither with a zone nor a port. Null for what is no address.
 */
export function canonicalAddress(text: string): string | null {
  if (usualAddress.test(text)) return text;
  const address = withoutPort(text).replace(/%.*$/s, "");
  return ipaddr.isValid(address) ? spellings.get(address, spelled) : null;
}

/** Nearly all: known at once, as each visit asks. */
const usualAddress = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;

const spellings = createBoundedCache<string, string>(remembered);

function spelled(address: string): string {
  return ipaddr.process(address).toString();
}

/** Turns texts into 16 bytes (IPv4 mapped into IPv6), and remembers the latest. Unreadable ones become `::`. */
export function createAddressBytes(): (address: string) => Uint8Array {
  const known = createBoundedCache<string, Uint8Array>(remembered);
  return (address) => ipv4Bytes(address) ?? known.get(address, bytesOf);
}

/** Of decimals, without the library, which takes 4 µs: each visitor comes from another address. Null for anything else. */
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

/** Some proxies add the port: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(hop);
  if (bracketed?.[1] !== undefined) return bracketed[1];
  return /^[^:]+:\d+$/.test(hop) ? hop.slice(0, hop.indexOf(":")) : hop;
}
