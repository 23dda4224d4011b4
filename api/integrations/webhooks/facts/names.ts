import type { Reads } from "../../../kernel/database/reads.ts";
import { namesFor } from "../../../links/core/changes.ts";
import { domainsByNumber } from "../../../links/core/domainOfLink.ts";
import { namesOfGroups } from "../../../links/core/groupOfLink.ts";
import type { DescribedLink } from "../../../links/core/linkDifferences.ts";
import type { Names } from "./linkFacts.ts";

/** Reads the names that links of one workspace refer to. */
export type NamesOf = (ownerId: string, links: readonly DescribedLink[]) => Promise<Names>;

/** Caches names, because links of one workspace share groups and tags. */
export function createNames(services: Reads): NamesOf {
  const read = new Map<string, Promise<Names>>();
  return (ownerId, links) => {
    const groups = [...new Set(links.flatMap(({ groupId }) => groupId ?? []))].toSorted();
    const domains = [...new Set(links.map(({ domain }) => domain))].toSorted();
    const tags = [...new Set(links.flatMap(({ tagIds }) => tagIds))].toSorted();
    const key = JSON.stringify([ownerId, groups, domains, tags]);
    const known = read.get(key) ?? readNames(services, ownerId, { groups, domains, tags });
    read.set(key, known);
    return known;
  };
}

async function readNames(
  services: Reads,
  ownerId: string,
  wanted: { readonly groups: readonly string[]; readonly domains: readonly number[]; readonly tags: readonly string[] },
): Promise<Names> {
  const [called, groups, domains] = await Promise.all([
    namesFor(services, ownerId, wanted),
    namesOfGroups(services, ownerId, wanted.groups),
    domainsByNumber(services, ownerId, wanted.domains),
  ]);
  return { called, groups, domains };
}
