// Addresses are 16 bytes in hex.

const ipv4InIpv6 = "0".repeat(20) + "ffff";

/** An IPv6 line (/64) has 2^64 addresses of its own: they count as one. */
export function lineOf(address: string): string {
  return address.startsWith(ipv4InIpv6) ? address : address.slice(0, 16);
}

/** The same of an address as its 16 bytes. */
export function lineOfBytes(address: Uint8Array): string {
  return lineOf(Buffer.from(address).toString("hex"));
}

/** What one customer of a provider may have at once: a /24, and a /48 of IPv6. */
export function networkOf(address: string): string {
  return address.slice(0, address.startsWith(ipv4InIpv6) ? 30 : 12);
}
