import { importLimits } from "@hoplog/schema/imports/limits.js";
import type { Loss } from "./sources/sourceLink.ts";

/** As many losses as are kept of a link, at least one of each kind; the last one says how many more there are. */
export function boundedLosses(losses: readonly Loss[]): readonly Loss[] {
  if (losses.length <= importLimits.lossesMax) return losses;
  const kinds = new Set<string>();
  // Kinds are counted over all links, and must not fall behind the others.
  const firsts = losses.filter(({ kind }) => !kinds.has(kind) && kinds.add(kind));
  const isFirst = new Set(firsts);
  const kept = [...firsts, ...losses.filter((loss) => !isFirst.has(loss))].slice(0, importLimits.lossesMax - 1);
  const isKept = new Set(kept);
  const next = losses.find((loss) => !isKept.has(loss));
  const more = losses.length - kept.length;
  return next ? [...losses.filter((loss) => isKept.has(loss)), { kind: next.kind, message: `${more} more` }] : kept;
}
