// Prefix of IPv4 addresses among addresses of 16 bytes in hex.

const ipv4InIpv6 = "0".repeat(20) + "ffff";

/**
 * Returns the key under which an address is counted: an IPv6 /64 counts as one address, because a single internet
 * connection has all of its 2^64 addresses.
 */
export function lineOf(address: string): string {
  return address.startsWith(ipv4InIpv6) ? address : address.slice(0, 16);
}

/** Returns the same key as {@link lineOf}, for an address of 16 bytes. */
export function lineOfBytes(address: Uint8Array): string {
  return lineOf(Buffer.from(address).toString("hex"));
}

/** Returns the network that one customer of a provider may control: a /24, or a /48 of IPv6. */
export function networkOf(address: string): string {
  return address.slice(0, address.startsWith(ipv4InIpv6) ? 30 : 12);
}
