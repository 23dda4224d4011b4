import ipaddr from "ipaddr.js";

/** All of IPv6 that is handed out to the public; what is outside of it is for special purposes or nobody's yet. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

/**
 * Whether an address is one that anybody on the internet can have. Private, local and reserved ones are not, and an IPv4
 * address that stands in an IPv6 one is looked at itself. False for what is no address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === "unicast";
  const range = parsed.range();
  // NAT64 leads to the IPv4 address in the last 32 bits; the prefix for local use (64:ff9b:1::/48) leads anywhere.
  const translated = range === "rfc6052" && parsed.match(ipaddr.parseCIDR("64:ff9b::/96"));
  if (range === "ipv4Mapped" || translated) return isPublicAddress(lastIpv4(parsed));
  return range === "unicast" && parsed.match(globalUnicast);
}

function lastIpv4(address: ipaddr.IPv6): string {
  return address.toByteArray().slice(-4).join(".");
}
