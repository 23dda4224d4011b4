import { filterFields, type ListedFieldName, listedFields } from "../clicks/filters.ts";
import { limits } from "../limits.ts";

/** What a shared page may be about. */
export const shareTargets = ["workspace", "group", "link"] as const;
export type ShareTarget = (typeof shareTargets)[number];

/** The figures that a shared page may show. */
export const shareFigures = ["clicks", "uniqueVisitors", "bots", "chart", "conversions", "revenue"] as const;
export type ShareFigure = (typeof shareFigures)[number];

/** Those of a page for which none are chosen: what somebody sells is shown to nobody by default. */
export const defaultShareFigures: readonly ShareFigure[] = ["clicks", "uniqueVisitors", "bots", "chart"];

/** Numbers of rules and arms say something to their owner alone. */
export type ShareDimension = Exclude<ListedFieldName, "rule" | "arm">;
const notShared: ReadonlySet<string> = new Set(["rule", "arm"]);
export const shareDimensions: readonly ShareDimension[] = listedFields.flatMap(({ name }) =>
  isShareDimension(name) ? [name] : [],
);

export function isShareDimension(name: string): name is ShareDimension {
  return filterFields.some((field) => field.name === name) && isListed(name) && !notShared.has(name);
}

function isListed(name: string): boolean {
  return listedFields.some((field) => field.name === name);
}

/** The stretches of time that visitors of a shared page choose from: few, so that many visitors ask the same. */
export const sharePeriods = ["24h", "7d", "30d", "90d", "12m", "all"] as const;
export type SharePeriod = (typeof sharePeriods)[number];

/** Where shared pages are, under the app's address: below a word that was never anybody's short code. */
export const sharePath = "/stats/";

/** 24 random bytes. */
export const shareTokenPattern = /^[\w-]{32}$/;

/** A site that may embed a page, as browsers write it; null for what is none. */
export function readOrigin(text: string): string | null {
  if (text.length > limits.shareOriginMax || !URL.canParse(text)) return null;
  const { origin, protocol, href } = new URL(text);
  const isWeb = protocol === "https:" || protocol === "http:";
  // No path, no query, no name and password; and no wildcard, which would be a host to the parser.
  return isWeb && href === `${origin}/` && !origin.includes("*") && !/[\s;,'"]/.test(origin) ? origin : null;
}
