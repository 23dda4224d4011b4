/**
 * A host name as DNS has it: lower case, punycode, without a dot at its end. Null for what is no host name; addresses are
 * hosts too.
 */
export function hostnameOf(text: string): string | null {
  const name = text.trim().replace(/\.$/, "");
  if (!/^[^\s/?#@\\:]+$/.test(name) || !URL.canParse(`http://${name}`)) return null;
  return new URL(`http://${name}`).hostname;
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
