import { codeHint, codeProblem, wideCodeHint, wideCodeProblem } from "@hoplog/schema/codes/rules.js";
import type { DomainNamesQuery, LinkCardFragment } from "../../core/graphql/generated/graphql.ts";
import type { LinkFormValues } from "./options/values.ts";

/** A domain of the workspace's own that links can be in. */
export type OwnDomain = DomainNamesQuery["domains"][number];

/** The name of the domain that a link is in, as forms have it. */
export function domainNameOf(link: LinkCardFragment): string {
  return link.domain?.name ?? "";
}

/** Why the code can't be one in the domain that is chosen. What the link has already is not judged. */
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

/** The domain to send: undefined for what was not chosen here. A new link's is named as soon as there is a choice. */
export function domainInput(
  domain: string,
  link: LinkCardFragment | null,
  hasChoice: boolean,
): string | null | undefined {
  const isSent = link === null ? hasChoice : domain !== domainNameOf(link);
  return isSent ? domain || null : undefined;
}

/** What a select of domains offers beside the default one. */
export function domainChoices(domains: readonly OwnDomain[]): { value: string; label: string }[] {
  return domains.map(({ name, displayName }) => ({ value: name, label: `${displayName}/` }));
}

/** What short URLs of the default domain begin with; null where no link of it is known. */
export function defaultBaseOf(links: readonly (LinkCardFragment | null | undefined)[]): string | null {
  const link = links.find((known) => known?.domain === null && known.fullShortUrl.endsWith(known.shortUrl));
  return link ? link.fullShortUrl.slice(0, -link.shortUrl.length) : null;
}
