import type { LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { callbackify } from "node:util";
import ipaddr from "ipaddr.js";
import type { Cidr } from "../env/pieces.ts";
import { inNetworks } from "../visitor/networks.ts";
import { OutgoingError } from "./outgoingError.ts";
import { resolveName } from "./resolveName.ts";
import type { Resolve } from "./systemLookup.ts";

export interface Guard {
  /**
   * Throws OutgoingError if the URL must not be requested, as far as that can be decided without resolving its name.
   */
  check(url: URL): void;
  /** Lookup function for connections: resolves the name once, and returns only addresses that were checked. */
  readonly lookup: LookupFunction;
}

/**
 * Restricts requests to user-supplied URLs to public addresses and the networks that the operator allows. A host is
 * refused if any of its addresses is forbidden, because that address could be the next one tried.
 */
export function createGuard(allowed: readonly Cidr[], resolve: Resolve = resolveName): Guard {
  const isAllowed = inNetworks(allowed);
  const isReachable = (address: string): boolean => isAllowed(address) || isPublicAddress(address);
  const refuse = (host: string) => new OutgoingError("address", unreachable(host));
  const resolveChecked = callbackify(async (hostname: string): Promise<readonly LookupAddress[]> => {
    const found = await resolve(hostname).catch((error: unknown) => {
      throw new OutgoingError("name", unreachable(hostname), error);
    });
    if (found.length > 0 && found.every(({ address }) => isReachable(address))) return found;
    throw new OutgoingError("name", unreachable(hostname), found.length === 0 ? undefined : refuse(hostname));
  });
  return {
    check({ protocol, username, password, hostname }) {
      if (protocol !== "http:" && protocol !== "https:")
        throw new OutgoingError("url", "Only http and https URLs can be requested");
      if (username !== "" || password !== "") {
        throw new OutgoingError("url", "URLs with a user name or password can't be requested");
      }
      // A connection to a literal address involves no lookup, so it is checked here.
      const literal = hostname.replace(/^\[|\]$/g, "");
      if (isIP(literal) !== 0 && !isReachable(literal)) throw refuse(literal);
      // Names without a dot belong to a local network, so they are refused unless the operator allows a network.
      if (allowed.length === 0 && !hostname.replace(/\.$/, "").includes(".") && isIP(literal) === 0)
        throw refuse(literal);
    },
    lookup(hostname, { all, family }, callback) {
      resolveChecked(hostname, (error, found) => {
        const wanted = error ? [] : found.filter((each) => !family || families[each.family] === families[family]);
        const [first] = wanted;
        if (error) callback(error, []);
        else if (!first) callback(new OutgoingError("name", unreachable(hostname)), []);
        else if (all) callback(null, wanted);
        else callback(null, first.address, first.family);
      });
    },
  };
}

/**
 * Returns the message for an unreachable host, which is the same for the name of an internal host and for a name that
 * does not exist.
 */
function unreachable(host: string): string {
  return `${host} is not a public address, or can't be resolved`;
}

/** Node identifies address families by number or by string. */
const families: Readonly<Record<string | number, number>> = { 4: 4, 6: 6, IPv4: 4, IPv6: 6 };

/** Addresses that are formally public, but answered by the host of the virtual machine (Azure). */
const insideClouds: ReadonlySet<string> = new Set(["168.63.129.16"]);

/** The IPv6 range of public addresses; everything outside it is special-purpose or unassigned. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

/**
 * Returns whether an address is public. Private, local and reserved addresses are not. For an IPv4 address that is
 * mapped into IPv6 or reached through NAT64, the IPv4 address is checked. False if the text is not an address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === "unicast" && !insideClouds.has(parsed.toString());
  const range = parsed.range();
  // NAT64 reaches the IPv4 address in the last 32 bits; the prefix for local use (64:ff9b:1::/48) may reach any
  // address.
  const translated = range === "rfc6052" && parsed.match(ipaddr.parseCIDR("64:ff9b::/96"));
  if (range === "ipv4Mapped" || translated) return isPublicAddress(lastIpv4(parsed));
  return range === "unicast" && parsed.match(globalUnicast);
}

function lastIpv4(address: ipaddr.IPv6): string {
  return address.toByteArray().slice(-4).join(".");
}
