import { HoplogError } from "@hoplog/schema/errors.js";
import { tagKey } from "@hoplog/schema/tags/tags.js";
import { authorizeLinks } from "../../kernel/access/authorize.ts";
import { type Actor, originOf } from "../../kernel/calls/actor.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { ensureTags, type TagWriting } from "../tags/commands.ts";
import type { HashedLink } from "./newPasswords.ts";
import { tagIdsByKey } from "./tagsOfLink.ts";

/** A new link whose tags exist. */
export interface TaggedLink extends Omit<HashedLink, "tags"> {
  /** Tag ids in ascending order. */
  readonly tagIds: readonly string[];
}

/** Creates missing tags; links whose tags cannot be created are refused. */
export async function tagNewLinks(
  services: TagWriting & Reads,
  actor: Actor,
  wanted: readonly (HashedLink | HoplogError)[],
): Promise<(TaggedLink | HoplogError)[]> {
  const names = wanted.flatMap((link) => (link instanceof HoplogError ? [] : link.tags));
  const { ids, refusal } = await idsOf(services, actor, names);
  return wanted.map((link) => {
    if (link instanceof HoplogError) return link;
    const { tags, ...others } = link;
    const tagIds = tags.flatMap((name) => ids.get(tagKey(name)) ?? []);
    if (tagIds.length < tags.length && refusal) return refusal;
    return { ...others, tagIds: tagIds.toSorted() };
  });
}

interface Known {
  readonly ids: ReadonlyMap<string, string>;
  /** The error for tags that could not be created. */
  readonly refusal?: HoplogError;
}

async function idsOf(services: TagWriting & Reads, actor: Actor, names: readonly string[]): Promise<Known> {
  if (names.length === 0) return { ids: new Map() };
  const known = await tagIdsByKey(services, authorizeLinks(actor, "links:create"), names.map(tagKey));
  if (names.every((name) => known.has(tagKey(name)))) return { ids: known };
  try {
    // Tags are created before the links, so creating them must not mark the call as done.
    const creator = { member: actor, origin: originOf(services, { ...actor, call: undefined }) };
    return { ids: await services.eventStore.unitOfWork((tx) => ensureTags(services, tx, creator, names)) };
  } catch (error) {
    if (!(error instanceof HoplogError)) throw error;
    return { ids: known, refusal: error };
  }
}
