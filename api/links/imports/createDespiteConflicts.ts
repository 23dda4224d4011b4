import { HoplogError } from "@hoplog/schema/errors.js";
import { type TagColour, tagKey } from "@hoplog/schema/tags/tags.js";
import { createImported } from "../core/create.ts";
import type { Created } from "../core/findOrCreate.ts";
import type { NewLink } from "../core/input.ts";
import { ensureTags } from "../tags/commands.ts";
import type { ImportSender } from "./sender.ts";
import { codeLoss, externalIdLoss, tagLosses } from "./usedKeys.ts";
import type { ImportWork } from "./services.ts";
import type { Loss } from "./sources/sourceLink.ts";

/** The result of creating a link, with its additional losses. */
export interface CreatedRow {
  readonly created: Created;
  /** Losses in addition to those that the dry run reported. */
  readonly losses: readonly Loss[];
}

interface Attempt {
  readonly link: NewLink | HoplogError;
  readonly losses: readonly Loss[];
}

/**
 * Creates the links of an import without codes and external ids that were taken since the dry run, also by other rows,
 * and without tags beyond the limit. `colours` are those of new tags, by key.
 */
export async function createDespiteConflicts(
  services: ImportWork,
  sender: ImportSender,
  wanted: readonly (NewLink | HoplogError)[],
  colours: ReadonlyMap<string, TagColour>,
): Promise<CreatedRow[]> {
  const attempts = await withPossibleTags(services, sender, wanted, colours);
  const made = new Map<number, Created>();
  let open = [...attempts.keys()];
  // Each iteration drops a code or an external id, so there are at most three iterations.
  while (open.length > 0) {
    const again: number[] = [];
    const links = open.flatMap((n) => attempts[n]?.link ?? []);
    const created = await createImported(services, sender.actor, links);
    for (const [i, n] of open.entries()) {
      const [one, tried] = [created[i], attempts[n]];
      if (!one || !tried) continue;
      const less = without(tried, one);
      if (less) [attempts[n], again[again.length]] = [less, n];
      else made.set(n, one);
    }
    open = again;
  }
  return attempts.flatMap(({ losses }, n) => {
    const created = made.get(n);
    return created ? { created, losses: created instanceof HoplogError ? [] : losses } : [];
  });
}

/** Drops the field that the link was refused for; null if it was refused for another reason. */
function without({ link, losses }: Attempt, refusal: Created): Attempt | null {
  if (link instanceof HoplogError || !(refusal instanceof HoplogError) || refusal.type !== "CONFLICT_ERROR")
    return null;
  const { field } = refusal.details;
  if (field === "shortUrl" && link.code !== null) {
    return { link: { ...link, code: null }, losses: [...losses, codeLoss(link.code)] };
  }
  if (field === "externalId" && link.externalId !== null) {
    return { link: { ...link, externalId: null }, losses: [...losses, externalIdLoss] };
  }
  return null;
}

/** Creates tags up to the limit, in a separate transaction: the statement that creates the links must see them. */
async function withPossibleTags(
  services: ImportWork,
  sender: ImportSender,
  wanted: readonly (NewLink | HoplogError)[],
  colours: ReadonlyMap<string, TagColour>,
): Promise<Attempt[]> {
  const names = wanted.flatMap((link) => (link instanceof HoplogError ? [] : link.tags));
  if (names.length === 0) return wanted.map((link) => ({ link, losses: [] }));
  const by = { member: sender.actor, origin: sender.origin };
  const ids = await services.eventStore.unitOfWork((own) =>
    ensureTags(services, own, by, names, { which: "as many as fit", colours }),
  );
  return wanted.map((link) => {
    if (link instanceof HoplogError) return { link, losses: [] };
    const tags = link.tags.filter((name) => ids.has(tagKey(name)));
    return { link: { ...link, tags }, losses: tagLosses(tags.length < link.tags.length) };
  });
}
