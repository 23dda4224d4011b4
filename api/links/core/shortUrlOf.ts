import { defaultDomain, type LinkAddress } from "@hoplog/schema/topics/links/key.js";
import type { ShortUrl } from "../../kernel/calls/capabilities.ts";

/** What people share of a link. The settings say the base of the default domain; others have their names. */
export function shortUrlOf(
  services: ShortUrl,
  { domain, code }: LinkAddress,
  domains: ReadonlyMap<number, { readonly name: string }>,
): string {
  if (domain === defaultDomain) return `${services.shortUrl}/${code}`;
  return `https://${domains.get(domain)?.name ?? `domain-${domain}.invalid`}/${code}`;
}
