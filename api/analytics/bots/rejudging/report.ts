import type { MonthResult } from "./rejudge.ts";

/** Links and days of one month that are named each. */
const namedMax = 1000;

/** A month's result as lines for an operator: what changes, then each link and day. */
export function monthLines({ month, outcome, effects, heldMs }: MonthResult): string[] {
  const name = `${String(month).slice(0, 4)}-${String(month).slice(4)}`;
  if (outcome === "cut")
    return [`${name}: left as it is: clicks are missing whose sums are there, and no retention has removed them`];
  const sum = (field: "toBots" | "toPeople" | "otherReasons") => effects.reduce((of, one) => of + one[field], 0);
  const would = outcome === "tried" ? "would become" : "became";
  const what =
    effects.length === 0
      ? "no click changes"
      : `${sum("toBots")} clicks ${would} bots', ${sum("toPeople")} people's, ${sum("otherReasons")} have another reason`;
  const held = outcome === "applied" ? `; writers were held for ${Math.round(heldMs)} ms` : "";
  const named = effects
    .slice(0, namedMax)
    .map(({ day, linkId, toBots, toPeople, otherReasons }) =>
      [` ${day}`, linkId, `+${toBots} bots`, `+${toPeople} people`, `${otherReasons} other reasons`].join("  "),
    );
  const more = effects.length > namedMax ? [` and ${effects.length - namedMax} more links and days`] : [];
  return [`${name}: ${what}${held}`, ...named, ...more];
}
