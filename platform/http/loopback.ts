import { isIP } from "node:net";

/** Loopback addresses of IPv4 and IPv6, and of IPv4 in IPv6. */
const loopbackAddress = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3}|::ffff:7f[\da-f]{2}:[\da-f]{1,4})$/;

/** Returns whether a host name or address means this machine. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, "");
  return name === "localhost" || name.endsWith(".localhost") || loopbackAddress.test(name);
}

/**
 * Returns whether a listener on this address can only be reached from this machine. The only accepted name is
 * localhost: others may resolve to any address.
 */
export function listensOnLoopback(address: string): boolean {
  return address === "localhost" || (isIP(address) !== 0 && isLoopback(address));
}
