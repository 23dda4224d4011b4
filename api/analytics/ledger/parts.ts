/** What a request was taken for, each for one thing. */
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

/** The parts that clicks of bots fall into. */
export type BotPart = Exclude<PartName, "firstVisit" | "repeat" | "miss" | "removed">;

/** A line of the ledger. */
export interface Part {
  readonly part: PartName;
  /** Of bots the rule that matched, of own visits how they were known, of misses why they led nowhere, of removed ones whether people or bots; null for the others. */
  readonly reason: string | null;
  readonly requests: number;
}

/** How `bot_reason` begins for each part; what begins in no such way is a bot. */
const beginnings = [
  ["own", "own visit"],
  ["preview", "link preview"],
  ["head", "head request"],
  ["prefetch", "prefetch"],
] as const satisfies readonly (readonly [BotPart, string])[];

/** Previews are those that rules know by their agent, and those that were asked for as such. */
export function botPartOf(reason: string): BotPart {
  return beginnings.find(([, start]) => reason.startsWith(start))?.[0] ?? "bot";
}

/** The clicks of a part, as a condition on `clicks`. */
export function botPartSql(part: BotPart): string {
  const known = beginnings.find(([name]) => name === part);
  const of = (start: string) => `startsWith(bot_reason, '${start}')`;
  if (known) return `is_bot AND ${of(known[1])}`;
  return `is_bot AND NOT (${beginnings.map(([, start]) => of(start)).join(" OR ")})`;
}
