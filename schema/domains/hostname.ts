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
