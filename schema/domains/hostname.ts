/**
 * A host name as DNS has it: lower case, punycode, without a dot at its end. Null for what is no host name; addresses are
 * hosts too.
 */
export function hostnameOf(text: string): string | null {
  const name = text.trim().replace(/\.$/, "");
  if (!/^[^\s/?#@\\:]+$/.test(name) || !URL.canParse(`http://${name}`)) return null;
  return new URL(`http://${name}`).hostname;
}

/** As {@link hostnameOf}, with its port for a name that has one: `localhost:3101`. */
export function hostnameWithPort(text: string): string | null {
  const [, name = "", port = ""] = /^(.*?)(:\d{1,5})?$/s.exec(text.trim()) ?? [];
  const hostname = hostnameOf(name);
  return hostname === null ? null : `${hostname}${port}`;
}

/** The host of an http or https URL, without its port. Throws for others. */
export function hostOfUrl(url: string): string {
  return new URL(url).hostname;
}

/** A URL's host in lower case and punycode, as `URL` has it, but without the dot at its end that means the same. */
export function plainHostname({ hostname }: Pick<URL, "hostname">): string {
  return hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
}

/** The same with its port, where the URL names one that is not its protocol's own. */
export function plainHost({ host }: Pick<URL, "host">): string {
  return host.replace(/\.(?=$|:)/, "");
}

/** Names and addresses that mean the machine itself; of 127.0.0.0/8 each does. */
const ownMachine = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])$/;
/** An IPv4 address as `URL` writes it within IPv6: mapped, translated or compatible. */
const withinIpv6 = /^\[::(?:ffff:(?:0:)?)?([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/;

/**
 * One spelling for hosts that lead to the same place, with the port as {@link plainHost} has it: `localhost` for every name
 * and address of the machine itself, and IPv4 for such an address within IPv6.
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
