/**
 * Normalises a host name to DNS form: lower case, punycode, without a trailing dot. Null if it is not a host name; IPv4
 * addresses are allowed.
 */
export function hostnameOf(text: string): string | null {
  const name = text.trim().replace(/\.$/, "");
  if (!/^[^\s/?#@\\:]+$/.test(name) || !URL.canParse(`http://${name}`)) return null;
  return new URL(`http://${name}`).hostname;
}

/** Normalises a host name like {@link hostnameOf}, but retains a port: `localhost:3101`. */
export function hostnameWithPort(text: string): string | null {
  const [, name = "", port = ""] = /^(.*?)(:\d{1,5})?$/s.exec(text.trim()) ?? [];
  const hostname = hostnameOf(name);
  return hostname === null ? null : `${hostname}${port}`;
}

/** Returns the host of a URL, without its port. Throws a TypeError if the string is not a URL. */
export function hostOfUrl(url: string): string {
  return new URL(url).hostname;
}

/** Returns a URL's host in lower case and punycode, without a trailing dot. */
export function plainHostname({ hostname }: Pick<URL, "hostname">): string {
  return hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
}

/** Returns the same as {@link plainHostname}, with the port unless it is the protocol's default port. */
export function plainHost({ host }: Pick<URL, "host">): string {
  return host.replace(/\.(?=$|:)/, "");
}

/** Names and addresses of the machine itself, including all of 127.0.0.0/8. */
const ownMachine = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])$/;
/** An IPv4 address within IPv6, as `URL` formats it: mapped, translated or compatible. */
const withinIpv6 = /^\[::(?:ffff:(?:0:)?)?([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/;

/**
 * Returns one spelling for all hosts that reach the same server, with the port as in {@link plainHost}: `localhost` for
 * the names and addresses in {@link ownMachine}, and the IPv4 form of an IPv4 address in IPv6.
 */
export function canonicalHost(url: Pick<URL, "hostname" | "port">): string {
  const hostname = plainHostname(url);
  const [, high, low] = withinIpv6.exec(hostname) ?? [];
  const name = high === undefined || low === undefined ? hostname : ipv4Of(parseInt(high, 16), parseInt(low, 16));
  const canonical = ownMachine.test(name) ? "localhost" : name;
  return url.port === "" ? canonical : `${canonical}:${url.port}`;
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
