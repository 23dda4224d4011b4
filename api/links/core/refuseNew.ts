import { HoplogError } from "@hoplog/schema/errors.js";
import { linkKey } from "@hoplog/schema/topics/links/key.js";
import type { Actor } from "../../kernel/calls/actor.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { codeTaken } from "./codeClaims.ts";
import { externalIdTaken, takenExternalIds } from "./externalId.ts";
import { refusedGroups } from "./groupOfLink.ts";
import type { NewLink } from "./input.ts";
import type { Place } from "./place.ts";

/**
 * Refuses links in a group that isn't the member's and, without findOrCreate, links with an external id that another
 * link has, or with a code or external id of an earlier link in the list.
 */
export async function refuse(
  services: Reads,
  actor: Actor,
  ownerId: string,
  wanted: readonly (NewLink | HoplogError)[],
): Promise<(NewLink | HoplogError)[]> {
  const possible = wanted.flatMap((link) => (link instanceof HoplogError ? [] : link));
  const [refused, taken] = await Promise.all([
    refusedGroups(
      services,
      actor,
      possible.flatMap(({ groupId }) => groupId ?? []),
    ),
    takenExternalIds(
      services.reads,
      ownerId,
      possible.flatMap(({ externalId }) => externalId ?? []),
    ),
  ]);
  const [codes, externalIds] = [new Set<string>(), new Set(taken)];
  return wanted.map((link) => {
    if (link instanceof HoplogError) return link;
    const noGroup = link.groupId === null ? undefined : refused.get(link.groupId);
    if (noGroup) return noGroup;
    const { externalId } = link;
    const key = link.code === null ? null : keyOf(link.place, link.code);
    // A link with findOrCreate may match the earlier link instead of conflicting with it.
    const isFindOrCreate = link.findBy !== null;
    if (key !== null && codes.has(key) && !isFindOrCreate) return codeTaken();
    if (externalId !== null && externalIds.has(externalId) && !isFindOrCreate) return externalIdTaken();
    if (key !== null) codes.add(key);
    if (externalId !== null) externalIds.add(externalId);
    return link;
  });
}

export function keyOf({ number: domain }: Place, code: string): string {
  return linkKey({ domain, code });
}
