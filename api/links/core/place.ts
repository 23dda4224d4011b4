import { wideCodeProblem } from "@hoplog/schema/codes/rules.js";
import { hostnameWithPort } from "@hoplog/schema/domains/hostname.js";
import { generatedCodeLength } from "@hoplog/schema/codes/generate.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import { customCodeProblem } from "@hoplog/schema/validation/links.js";
import type { Reads } from "../../kernel/database/reads.ts";
import { domainsOf, type KnownDomains, type OwnDomain } from "./domainOfLink.ts";

/** The domain of a link's code, with its rules for codes. */
export interface Place {
  /** The number of the domain. */
  readonly number: number;
  /** Whether codes are stored in lower case. */
  readonly ignoresCase: boolean;
  /** Host of the domain; null for the default one. */
  readonly host: string | null;
}

export const defaultPlace: Place = { number: defaultDomain, ignoresCase: false, host: null };

export function placeOf({ number, ignoresCase, name }: OwnDomain): Place {
  return { number, ignoresCase, host: name };
}

export type FoundPlace = { readonly place: Place } | { readonly problem: string };

/**
 * Finds the domain in a caller's input: null and blank mean the default domain, absent means the workspace's default
 * one.
 */
export type FindPlace = (domain: string | null | undefined) => FoundPlace;

export const inDefaultDomain: FindPlace = (domain) => (isNamed(domain) ? noSuchDomain : { place: defaultPlace });

/** Loads the domains of a workspace. Needs no query in an installation without domains. */
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

const noSuchDomain = { problem: "Unknown domain. Use a domain of your workspace" };

/** Returns a code in the form that the domain stores, or the problem with the code. */
export function readCode(
  text: string,
  { number, ignoresCase }: Place,
): { readonly code: string } | { readonly problem: string } {
  const problem = number === defaultDomain ? customCodeProblem(text) : wideCodeProblem(text);
  if (problem !== null) return { problem };
  return { code: ignoresCase ? text.toLowerCase() : text };
}

/**
 * Returns the length of generated codes. If case is ignored there are fewer characters, so codes are longer: 10 of 32
 * characters give more codes than 8 of 55.
 */
export function lengthOfCodes({ ignoresCase }: Place): number {
  return ignoresCase ? generatedCodeLength + 2 : generatedCodeLength;
}

/** Returns the hosts that a link of the domain must not point to, because it could redirect in a loop. */
export function withHostOf({ host }: Place, ownHosts: readonly string[]): readonly string[] {
  return host === null ? ownHosts : [...ownHosts, host];
}
