import { wideCodeProblem } from "@hoplog/schema/codes/rules.js";
import { hostnameWithPort } from "@hoplog/schema/domains/hostname.js";
import { generatedCodeLength } from "@hoplog/schema/codes/generate.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import { customCodeProblem } from "@hoplog/schema/validation/links.js";
import type { Reads } from "../../kernel/database/reads.ts";
import { domainsOf, type KnownDomains, type OwnDomain } from "./domainOfLink.ts";

/** Where a link's code is: what may be a code there follows from it. */
export interface Place {
  /** The domain's. */
  readonly number: number;
  /** Codes are kept in lower case. */
  readonly ignoresCase: boolean;
  /** Null for the default domain. */
  readonly host: string | null;
}

export const defaultPlace: Place = { number: defaultDomain, ignoresCase: false, host: null };

export function placeOf({ number, ignoresCase, name }: OwnDomain): Place {
  return { number, ignoresCase, host: name };
}

export type FoundPlace = { readonly place: Place } | { readonly problem: string };

/** Finds the place that a caller names: null and blank texts are the default domain, what is absent is the workspace's. */
export type FindPlace = (domain: string | null | undefined) => FoundPlace;

export const inDefaultDomain: FindPlace = (domain) => (isNamed(domain) ? noSuchDomain : { place: defaultPlace });

/** Places of a workspace. Takes no query in an installation that has no domain. */
export async function findPlaces(services: Reads & KnownDomains, ownerId: string): Promise<FindPlace> {
  const { ofInstallation } = services.domains;
  const own = (await services.domains.anyExist()) ? await domainsOf(services, ownerId) : [];
  return (domain) => {
    if (domain === undefined) {
      const chosen = own.find(({ isDefault }) => isDefault);
      return { place: chosen ? placeOf(chosen) : defaultPlace };
    }
    if (!isNamed(domain)) return { place: defaultPlace };
    const host = domain.length > 1024 ? null : hostnameWithPort(domain);
    const named = own.find(({ name }) => name === host);
    if (named) return { place: placeOf(named) };
    return host !== null && ofInstallation.includes(host) ? { place: defaultPlace } : noSuchDomain;
  };
}

function isNamed(domain: string | null | undefined): domain is string {
  return (domain?.trim() ?? "") !== "";
}

const noSuchDomain = { problem: "You have no such domain" };

/** A code as it is kept there, or why it can't be one. */
export function readCode(
  text: string,
  { number, ignoresCase }: Place,
): { readonly code: string } | { readonly problem: string } {
  const problem = number === defaultDomain ? customCodeProblem(text) : wideCodeProblem(text);
  if (problem !== null) return { problem };
  return { code: ignoresCase ? text.toLowerCase() : text };
}

/** In lower case signs fall together: 10 of 32 are more codes than 8 of 55, though not all are as likely. */
export function lengthOfCodes({ ignoresCase }: Place): number {
  return ignoresCase ? generatedCodeLength + 2 : generatedCodeLength;
}

/** Hosts that a link there must not lead to: it could lead in a circle. */
export function withHostOf({ host }: Place, ownHosts: readonly string[]): readonly string[] {
  return host === null ? ownHosts : [...ownHosts, host];
}
