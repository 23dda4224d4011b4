import { z } from "zod";
import { ruleLimits, ruleSchema, splitSchema } from "./rule.ts";

export const redirectStatuses = [301, 302, 307, 308] as const;
export type RedirectStatus = (typeof redirectStatuses)[number];
export const defaultRedirectStatus: RedirectStatus = 302;

/** Which of two parameters of one name the destination gets when a visitor's query is forwarded. */
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
  /** Of all options together, written as a plan: a redirector keeps them in memory. */
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
  /** Before this instant (ISO 8601, UTC, milliseconds) the link leads nowhere yet. */
  notBefore: instant,
  /** From this instant on it has expired. */
  expiresAt: instant,
  /** Where it leads then. */
  expiredUrl: url,
  /** So many people are redirected, counted from when it was set; then the link is used up. */
  maxClicks: z.int().min(1).max(optionLimits.maxClicksMax),
  /** Where it leads then. */
  maxClicksUrl: url,
  /** Number of the count that `maxClicks` is of: a new one where there was none before. */
  capNumber: z.int().min(1),
  /** IANA; weekdays and hours of rules are of this zone. */
  timeZone: z.string(),
  /** Visitors are asked for a password: its hash stands under this id in a table of secrets. A new password has a new id. */
  passwordId: z.uuid(),
  /** The visitor's query goes on to the destination. */
  forwardQuery: z.literal(true),
  /** The destination's own parameters stay, whatever the visitor's query says. */
  forwardQueryMode: z.literal("keepMine"),
  /** So does the path behind the code. */
  appendPath: z.literal(true),
  redirectStatus: z.literal(redirectStatuses),
  /** What crawlers that make previews are shown. */
  preview: previewSchema,
  /** `code+` does not say where the link leads. */
  hideDestination: z.literal(true),
  /** Search engines may keep its preview. */
  allowIndexing: z.literal(true),
  /** The destination learns the id of the click that it gets, as the parameter `hop_id`. */
  passClickId: z.literal(true),
  rules: z.array(ruleSchema).min(1).max(ruleLimits.rules),
  split: splitSchema,
};

/**
 * What a link has besides its URL, as events, Postgres and plans have it. What is absent is as it is by default: an option
 * that says nothing else is never stored, so a link without options is a plain one.
 */
export const linkOptionsSchema = z.strictObject(optionSchemas).partial();
export type LinkOptions = Readonly<z.infer<typeof linkOptionsSchema>>;

export const optionNames = linkOptionsSchema.keyof().options;
export type OptionName = (typeof optionNames)[number];

/** Names of the options that are on or off; what is absent is off. */
export type FlagName = {
  [Name in OptionName]-?: LinkOptions[Name] extends true | undefined ? Name : never;
}[OptionName];

/** Whether an option is on or off. */
export function isFlag(name: OptionName): name is FlagName {
  const schema: z.ZodType = optionSchemas[name];
  return schema instanceof z.ZodLiteral && schema.values.has(true);
}

export const flagNames: readonly FlagName[] = optionNames.filter(isFlag);

/** Changes of options; null stands for the default. */
export type OptionChanges = { readonly [K in OptionName]?: LinkOptions[K] | null };

/** Both ends of a change hold the options that it changed and no others; one that is missing is at its default there. */
export interface OptionsChanged {
  readonly from: LinkOptions;
  readonly to: LinkOptions;
}
