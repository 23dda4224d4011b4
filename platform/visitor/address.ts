import { createBoundedCache } from "../cache/boundedCache.ts";
import ipaddr from "ipaddr.js";

/** Decides which peers' X-Forwarded-For is believed. */
export type IsTrusted = (address: string) => boolean;

const unspecified = new Uint8Array(16);
const remembered = 10_000;

/**
 * The visitor's address: the peer's, or, where the peer is a trusted proxy, the last one in X-Forwarded-For that is
 * not. What a visitor writes into that header itself stands to the left and is never reached.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, isTrusted: IsTrusted): string {
  if (forwardedFor === undefined || !isTrusted(peer)) return peer;
  let address = peer;
  for (const hop of forwardedFor.split(",").toReversed()) {
    const candidate = withoutPort(hop.trim());
    if (!ipaddr.isValid(candidate)) return address;
    address = candidate;
    if (!isTrusted(candidate)) return candidate;
  }
  return address;
}

/** Turns texts into 16 bytes (IPv4 mapped into IPv6), and remembers the latest. Unreadable ones become `::`. */
export function createAddressBytes(): (address: string) => Uint8Array {
  const known = createBoundedCache<string, Uint8Array>(remembered);
  return (address) => known.get(address, bytesOf);
}

function bytesOf(address: string): Uint8Array {
  if (!ipaddr.isValid(address)) return unspecified;
  const parsed = ipaddr.parse(address);
  return Uint8Array.from((parsed instanceof ipaddr.IPv4 ? parsed.toIPv4MappedAddress() : parsed).toByteArray());
}

/** Some proxies add the port: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(hop);
  if (bracketed?.[1] !== undefined) return bracketed[1];
  return /^[\d.]+:\d+$/.test(hop) ? hop.slice(0, hop.indexOf(":")) : hop;
}
