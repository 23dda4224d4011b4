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
  /** Throws OutgoingError for a URL that may not be requested, as far as that can be seen without resolving its name. */
  check(url: URL): void;
  /** For a connection: resolves once, and gives addresses alone that were checked. */
  readonly lookup: LookupFunction;
}

/**
 * Keeps requests whose URL somebody else has chosen away from everything that is not public, but for the networks that the
 * operator names. One address of a host that may not be reached is enough to refuse it: it could be the next one tried.
 */
export function createGuard(allowed: readonly Cidr[], resolve: Resolve = resolveName): Guard {
  const isAllowed = inNetworks(allowed);
  const mayReach = (address: string): boolean => isAllowed(address) || isPublicAddress(address);
  const refuse = (host: string) => new OutgoingError("address", unreachable(host));
  const resolveChecked = callbackify(async (hostname: string): Promise<readonly LookupAddress[]> => {
    const found = await resolve(hostname).catch((error: unknown) => {
      throw new OutgoingError("name", unreachable(hostname), error);
    });
    if (found.length > 0 && found.every(({ address }) => mayReach(address))) return found;
    throw new OutgoingError("name", unreachable(hostname), found.length === 0 ? undefined : refuse(hostname));
  });
  return {
    check({ protocol, username, password, hostname }) {
      if (protocol !== "http:" && protocol !== "https:")
        throw new OutgoingError("url", "Only http and https can be requested");
      if (username !== "" || password !== "") {
        throw new OutgoingError("url", "A URL with a user name or password can't be requested");
      }
      // A literal address is connected to without a look-up.
      const literal = hostname.replace(/^\[|\]$/g, "");
      if (isIP(literal) !== 0 && !mayReach(literal)) throw refuse(literal);
      // Names without a dot are of one network alone: where the operator has named none, nothing there may be reached.
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

/** The same for a name that leads inside as for one that there isn't. */
function unreachable(host: string): string {
  return `${host} is not a public address, or can't be resolved`;
}

/** Node names families by number or by text. */
const families: Readonly<Record<string | number, number>> = { 4: 4, 6: 6, IPv4: 4, IPv6: 6 };

/** Public by its number, and answered by the host that one's own virtual machine runs on (Azure). */
const insideClouds: ReadonlySet<string> = new Set(["168.63.129.16"]);

/** All of IPv6 that is handed out to the public; what is outside of it is for special purposes or nobody's yet. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

/**
 * Whether an address is one that anybody on the internet can have. Private, local and reserved ones are not, and an IPv4
 * address that stands in an IPv6 one is looked at itself. False for what is no address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === "unicast" && !insideClouds.has(parsed.toString());
  const range = parsed.range();
  // NAT64 leads to the IPv4 address in the last 32 bits; the prefix for local use (64:ff9b:1::/48) leads anywhere.
  const translated = range === "rfc6052" && parsed.match(ipaddr.parseCIDR("64:ff9b::/96"));
  if (range === "ipv4Mapped" || translated) return isPublicAddress(lastIpv4(parsed));
  return range === "unicast" && parsed.match(globalUnicast);
}

function lastIpv4(address: ipaddr.IPv6): string {
  return address.toByteArray().slice(-4).join(".");
}
