import { isIP } from "node:net";

/** Of IPv4 and IPv6, and of IPv4 within IPv6. */
const loopbackAddress = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3}|::ffff:7f[\da-f]{2}:[\da-f]{1,4})$/;

/** Whether a host name or address means this machine. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, "");
  return name === "localhost" || name.endsWith(".localhost") || loopbackAddress.test(name);
}

/** Whether what listens on this address is reached from this machine alone. Of names only localhost: others may be anything. */
export function listensOnLoopback(address: string): boolean {
  return address === "localhost" || (isIP(address) !== 0 && isLoopback(address));
}
