import { z } from "zod";
import { ruleLimits, ruleSchema, splitSchema } from "./rule.ts";

export const redirectStatuses = [301, 302, 307, 308] as const;
export type RedirectStatus = (typeof redirectStatuses)[number];
export const defaultRedirectStatus: RedirectStatus = 302;

/**
 * Modes that decide whether the visitor's or the destination's parameter takes precedence if two have the same name.
 */
export const forwardQueryModes = ["theirsWin", "keepMine"] as const;
export type ForwardQueryMode = (typeof forwardQueryModes)[number];
export const defaultForwardQueryMode = "theirsWin" satisfies ForwardQueryMode;

export const defaultTimeZone = "UTC";

export const optionLimits = {
  previewTitleMax: 200,
  previewDescriptionMax: 500,
  passwordMin: 4,
  passwordMax: 128,
  maxClicksMax: 1_000_000_000,
  /** Maximum size of all options together, encoded as a plan, because redirectors hold plans in memory. */
  planBytesMax: 32 * 1024,
} as const;

const instant = z.iso.datetime({ offset: false, precision: 3 });
const url = z.string();

export const previewSchema = z.strictObject({
  title: z.string().max(optionLimits.previewTitleMax).optional(),
  description: z.string().max(optionLimits.previewDescriptionMax).optional(),
  imageUrl: url.optional(),
});

const optionSchemas = {
  /** The link doesn't redirect before this instant (ISO 8601, UTC, milliseconds). */
  notBefore: instant,
  /** The link has expired from this instant on. */
  expiresAt: instant,
  /** The destination of visits after the link has expired. */
  expiredUrl: url,
  /** Maximum number of redirected visits by people, counted from when the link got a limit. */
  maxClicks: z.int().min(1).max(optionLimits.maxClicksMax),
  /** The destination of visits after `maxClicks` was reached. */
  maxClicksUrl: url,
  /** Number of the counter for `maxClicks`; a new number whenever a limit is set on a link without one. */
  capNumber: z.int().min(1),
  /** IANA time zone for the weekdays and hours of rules. */
  timeZone: z.string(),
  /**
   * Visitors must enter a password, whose hash is stored under this id in a table of secrets. A new password has a new
   * id.
   */
  passwordId: z.uuid(),
  /** Forwards the visitor's query to the destination. */
  forwardQuery: z.literal(true),
  /** The destination's own parameters take precedence over the visitor's. */
  forwardQueryMode: z.literal("keepMine"),
  /** Appends the path after the code to the destination's path. */
  appendPath: z.literal(true),
  redirectStatus: z.literal(redirectStatuses),
  /** Title, description and image for crawlers that create previews. */
  preview: previewSchema,
  /** The `code+` page does not reveal the destination. */
  hideDestination: z.literal(true),
  /** Allows search engines to index the preview. */
  allowIndexing: z.literal(true),
  /** Passes the id of the click to the destination as the parameter `hop_id`. */
  passClickId: z.literal(true),
  rules: z.array(ruleSchema).min(1).max(ruleLimits.rules),
  split: splitSchema,
};

/**
 * A link's redirect settings other than its URL, as stored in events, Postgres and plans. Absent options have their
 * default, and defaults are never stored, so a link without options has an empty object.
 */
export const linkOptionsSchema = z.strictObject(optionSchemas).partial();
export type LinkOptions = Readonly<z.infer<typeof linkOptionsSchema>>;

export const optionNames = linkOptionsSchema.keyof().options;
export type OptionName = (typeof optionNames)[number];

/** Names of the options that are on or off; absent means off. */
export type FlagName = {
  [Name in OptionName]-?: LinkOptions[Name] extends true | undefined ? Name : never;
}[OptionName];

/** Returns whether an option is an on/off option. */
export function isFlag(name: OptionName): name is FlagName {
  const schema: z.ZodType = optionSchemas[name];
  return schema instanceof z.ZodLiteral && schema.values.has(true);
}

export const flagNames: readonly FlagName[] = optionNames.filter(isFlag);

/** Changes of options; null stands for the default. */
export type OptionChanges = { readonly [K in OptionName]?: LinkOptions[K] | null };

/** `from` and `to` contain only the options that changed; an option missing from one of them has its default there. */
export interface OptionsChanged {
  readonly from: LinkOptions;
  readonly to: LinkOptions;
}
