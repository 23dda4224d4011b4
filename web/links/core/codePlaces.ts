import { codeHint, codeProblem, wideCodeHint, wideCodeProblem } from "@hoplog/schema/codes/rules.js";
import type { DomainNamesQuery, LinkCardFragment } from "../../core/graphql/generated/graphql.ts";
import type { LinkFormValues } from "./options/values.ts";

/** A custom domain of the workspace. */
export type OwnDomain = DomainNamesQuery["domains"][number];

/** Returns the form value of a link's domain: its name, or empty for the default domain. */
export function domainNameOf(link: LinkCardFragment): string {
  return link.domain?.name ?? "";
}

/**
 * Returns the error message for a code that is invalid in the selected domain; null if the code is valid, blank or the
 * link's present one.
 */
export function codeProblemIn(
  { shortUrl, domain }: Pick<LinkFormValues, "shortUrl" | "domain">,
  link: LinkCardFragment | null,
): string | null {
  const code = shortUrl.trim();
  const isKept = link !== null && code === link.shortUrl && domain === domainNameOf(link);
  if (code === "" || isKept) return null;
  return domain === "" ? codeProblem(code) : wideCodeProblem(code);
}

export function codeHintIn(domain: string, ignoresCase: boolean): string {
  if (domain === "") return codeHint;
  return ignoresCase ? `${wideCodeHint}. Upper and lower case are the same` : wideCodeHint;
}

/**
 * Returns the domain to send; undefined if it wasn't changed. A new link's domain is always sent if there is a choice.
 */
export function domainInput(
  domain: string,
  link: LinkCardFragment | null,
  hasChoice: boolean,
): string | null | undefined {
  const isSent = link === null ? hasChoice : domain !== domainNameOf(link);
  return isSent ? domain || null : undefined;
}

/** Select options for the domains other than the default one. */
export function domainChoices(domains: readonly OwnDomain[]): { value: string; label: string }[] {
  return domains.map(({ name, displayName }) => ({ value: name, label: `${displayName}/` }));
}

/** Derives the default domain's base URL from its links; null if no such link is known. */
export function defaultBaseOf(links: readonly (LinkCardFragment | null | undefined)[]): string | null {
  const link = links.find((known) => known?.domain === null && known.fullShortUrl.endsWith(known.shortUrl));
  return link ? link.fullShortUrl.slice(0, -link.shortUrl.length) : null;
}
