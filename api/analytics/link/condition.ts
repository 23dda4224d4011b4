import { referrersOf } from "@hoplog/platform/visitor/sources.js";
import { type FilterDimension, filterNames } from "@hoplog/schema/clicks/dimensions.js";
import { systemName } from "@hoplog/schema/clicks/systems.js";
import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { behindCut } from "../../clicks/cuts/conditions.ts";
import { type TimeRange, rangeConditions } from "../../clicks/counts/range.ts";

/** Narrows clicks to exact values; absent and null mean any, empty the unknown ones. */
export type StatsFilter = { readonly [D in FilterDimension]?: string | null | undefined };

export type LinkKey = { readonly ownerId: string; readonly id: string };

/** The single clicks of one link in a range, behind the cut of its account, as a WHERE of `clicks` with its parameters. */
export interface Condition {
  readonly sql: string;
  readonly params: Record<string, unknown>;
}

/** For what reads columns of every row. `clicksOf` is better for counting, which the index alone can answer. */
export function everyClickOf(link: LinkKey, range: TimeRange, filter: StatsFilter = {}): Condition {
  // A link has one owner: only the index needs it, which halves the time to compare ids row by row.
  return conditionOf(link, range, filter, "indexHint(owner_id = {owner: UUID})");
}

export function clicksOf(link: LinkKey, range: TimeRange, filter: StatsFilter = {}): Condition {
  return conditionOf(link, range, filter, "owner_id = {owner: UUID}");
}

function conditionOf(link: LinkKey, range: TimeRange, filter: StatsFilter, ofOwner: string): Condition {
  const conditions = rangeConditions(range);
  const parts = [ofOwner, "link_id = {link: UUID}", ...conditions.parts, behindCut("at")];
  const params: Record<string, unknown> = { ...conditions.params, owner: link.ownerId, link: link.id };
  for (const dimension of filterNames) {
    const value = filter[dimension];
    if (value === undefined || value === null) continue;
    if (value.length > limits.filterMax) {
      const message = `A filter cannot exceed ${limits.filterMax} characters`;
      throw validationError([{ field: dimension, message }]);
    }
    const text = (dimension === "os" ? systemName(value) : value).replaceAll(/\p{Cs}/gu, "\ufffd");
    const isSource = dimension === "source";
    parts.push(isSource ? "referrer IN {source: Array(String)}" : `${dimension} = {${dimension}: String}`);
    params[dimension] = isSource ? referrersOf(text) : text;
  }
  return { sql: parts.join(" AND "), params };
}
