import ipaddr from "ipaddr.js";

/** Returns whether an address of 16 bytes is in a network. */
export type InNetwork = (address: Uint8Array) => boolean;

/** Parses a network in CIDR notation or a single address. Throws if the text is neither. */
export function parseNetwork(text: string): InNetwork {
  const [start, bits] = text.includes("/") ? ipaddr.parseCIDR(text) : [ipaddr.parse(text), null];
  const isV4 = start instanceof ipaddr.IPv4;
  const bytes = (isV4 ? start.toIPv4MappedAddress() : start).toByteArray();
  const prefix = bits === null ? 128 : bits + (isV4 ? 96 : 0);
  const whole = prefix >> 3;
  const mask = (0xff00 >> (prefix & 7)) & 0xff;
  return (address) => {
    for (let i = 0; i < whole; i++) if (address[i] !== bytes[i]) return false;
    return mask === 0 || ((address[whole] ?? 0) & mask) === ((bytes[whole] ?? 0) & mask);
  };
}
