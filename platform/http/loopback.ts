import { isIP } from "node:net";

/** Whether a host name or address means this machine. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, "");
  return name === "localhost" || name.endsWith(".localhost") || name === "::1" || /^127(\.\d{1,3}){3}$/.test(name);
}

/** Whether what listens on this address is reached from this machine alone. Of names only localhost: others may be anything. */
export function listensOnLoopback(address: string): boolean {
  return address === "localhost" || (isIP(address) !== 0 && isLoopback(address));
}
