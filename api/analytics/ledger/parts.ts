/** Request categories, exactly one per request. */
export const partNames = [
  "firstVisit",
  "repeat",
  "own",
  "bot",
  "preview",
  "head",
  "prefetch",
  "miss",
  "removed",
] as const;
export type PartName = (typeof partNames)[number];

/** Categories of clicks that are not counted as people: bots, previews, own visits, HEAD requests and prefetches. */
export type BotPart = Exclude<PartName, "firstVisit" | "repeat" | "miss" | "removed">;

/** A line of the ledger. */
export interface Part {
  readonly part: PartName;
  /**
   * For bots and previews the matching rule, for own visits the method of recognition, for misses the cause, for
   * removed clicks people or bots; otherwise null.
   */
  readonly reason: string | null;
  readonly requests: number;
}

/** Prefixes of `bot_reason` by category; all other reasons belong to the category `bot`. */
const beginnings = [
  ["own", "own visit"],
  ["preview", "link preview"],
  ["head", "head request"],
  ["prefetch", "prefetch"],
] as const satisfies readonly (readonly [BotPart, string])[];

/** Returns the category of a bot reason. Link previews are recognized by their user agent, or by a preview request. */
export function botPartOf(reason: string): BotPart {
  return beginnings.find(([, start]) => reason.startsWith(start))?.[0] ?? "bot";
}

/** Returns SQL for the clicks of a category. */
export function botPartSql(part: BotPart): string {
  const known = beginnings.find(([name]) => name === part);
  const of = (start: string) => `startsWith(bot_reason, '${start}')`;
  if (known) return `is_bot AND ${of(known[1])}`;
  return `is_bot AND NOT (${beginnings.map(([, start]) => of(start)).join(" OR ")})`;
}
