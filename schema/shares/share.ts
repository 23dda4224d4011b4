import { filterFields, type ListedFieldName, listedFields } from "../clicks/filters.ts";
import { limits } from "../limits.ts";

/** The subjects that a shared page can have. */
export const shareTargets = ["workspace", "group", "link"] as const;
export type ShareTarget = (typeof shareTargets)[number];

/** The figures that a shared page may show. */
export const shareFigures = ["clicks", "uniqueVisitors", "bots", "chart", "conversions", "revenue"] as const;
export type ShareFigure = (typeof shareFigures)[number];

/** Figures of a page that was created without a choice; conversions and revenue are not included. */
export const defaultShareFigures: readonly ShareFigure[] = ["clicks", "uniqueVisitors", "bots", "chart"];

/** Dimensions of shared pages. Rules and arms are excluded, because only the owner knows what their numbers mean. */
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

/** Periods that visitors of a shared page can choose; only a few, so that many visitors send the same query. */
export const sharePeriods = ["24h", "7d", "30d", "90d", "12m", "all"] as const;
export type SharePeriod = (typeof sharePeriods)[number];

/** The path of shared pages on the app's host; its first segment could never be a short code. */
export const sharePath = "/stats/";

/** Matches the token of a shared page: 24 random bytes in base64url. */
export const shareTokenPattern = /^[\w-]{32}$/;

/** Returns the origin of a site that may embed a page, as browsers write it; null if the string is not an origin. */
export function readOrigin(text: string): string | null {
  if (text.length > limits.shareOriginMax || !URL.canParse(text)) return null;
  const { origin, protocol, href } = new URL(text);
  const isWeb = protocol === "https:" || protocol === "http:";
  // Rejects paths, queries, user names and passwords, and also wildcards, which the parser accepts as a host.
  return isWeb && href === `${origin}/` && !origin.includes("*") && !/[\s;,'"]/.test(origin) ? origin : null;
}
