import { fieldDescriptions, listedFields } from "@hoplog/schema/clicks/filters.js";
import { limits } from "@hoplog/schema/limits.js";
import { shareDimensions, shareFigures, type ShareFigure, type ShareTarget } from "@hoplog/schema/shares/share.js";
import { z } from "zod";
import { etag, instant, recordId } from "../../kernel/contract/answerPieces.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { optionalId, optionalText, required, text } from "../../kernel/contract/parse.ts";
import { oneWith } from "../../kernel/contract/answers.ts";
import { entity, input } from "../../kernel/contract/entity.ts";
import { enumeration, uncheckedOf } from "../../kernel/contract/enumeration.ts";
import { moment } from "../../kernel/contract/values.ts";
import { type Share, shareSettings } from "./queries.ts";

const target = enumeration<ShareTarget>("ShareTarget", "Scope of a shared page", {
  workspace: "All clicks",
  group: "Clicks of the links that are currently in a group",
  link: "Clicks of one link",
});

const figure = enumeration<ShareFigure>("ShareFigure", "A figure that a shared page may show", {
  clicks: "Human clicks",
  uniqueVisitors: "Visitors per UTC day, added up over the days",
  bots: "Visits of bots",
  chart: "Clicks over time",
  conversions: "Leads and sales, also in the rows of lists",
  revenue: "Revenue by currency, also in the rows of lists",
});

const dimensionNames: ReadonlySet<string> = new Set(shareDimensions);
const dimension = enumeration(
  "ShareDimension",
  "A list that a shared page may show, and a field that filters it",
  fieldDescriptions(listedFields.filter(({ name }) => dimensionNames.has(name))),
);

const texts = {
  name: "Title of the page",
  target: "Scope of the page",
  targetId: "ID of the group or link; null for the workspace",
  dimensions: "Lists on the page, in this order",
  timeZone: "IANA time zone of its days",
  from: "Nothing before this time is shown; null for no limit",
  expiresAt: "Expiry time; null for never",
  origins: "Sites that may embed the page",
};

/** A shared page in API responses to its owner. */
export const share = entity<Share>()({
  name: "Share",
  description: "A page of figures with a secret URL, for readers without an account",
  fields: {
    id: recordId.describe("ID of the page"),
    name: z.string().describe(texts.name),
    target: target.describe(texts.target),
    targetId: recordId.nullable().describe(texts.targetId),
    targetName: z
      .string()
      .nullable()
      .describe("Name of the group or link; null for the workspace, and for API keys that may not read it"),
    figures: z.array(figure).describe("Figures on the page"),
    dimensions: z.array(dimension).describe(texts.dimensions),
    timeZone: z.string().describe(texts.timeZone),
    from: instant.nullable().describe(texts.from),
    expiresAt: instant.nullable().describe(texts.expiresAt),
    hasPassword: z.boolean().describe("Whether visitors have to enter a password"),
    origins: z.array(z.string()).describe(texts.origins),
    createdAt: instant.describe("Creation time"),
    updatedAt: instant.describe("Time of the last change"),
    etag,
  },
  computed: { etag: (shown) => etagOfSettings(shareSettings(shown)) },
});

/** A shared page with its URL. */
export const shareWithUrl = oneWith(share, {
  name: "ShareWithUrl",
  description: "A shared page with its URL",
  field: "share",
  fieldDescription: "The page without its URL",
  more: { url: z.url().describe("Secret URL, which grants access to the page and is shown only once") },
  answer: "AddressedShareAnswer",
});

const changeable = {
  name: optionalText.describe(texts.name),
  figures: z
    .array(uncheckedOf(figure))
    .max(shareFigures.length * 2)
    .nullish()
    .describe("Figures on the page, at least one"),
  dimensions: z
    .array(uncheckedOf(dimension))
    .max(shareDimensions.length * 2)
    .nullish()
    .describe(texts.dimensions),
  timeZone: optionalText.describe(texts.timeZone),
  from: moment.nullish().describe(texts.from),
  expiresAt: moment.nullish().describe(texts.expiresAt),
  password: optionalText.describe(
    `Password with ${limits.sharePasswordMin} to ${limits.sharePasswordMax} characters; null or empty for none`,
  ),
  origins: z
    .array(text)
    .max(limits.shareOrigins * 2)
    .nullish()
    .describe(`${texts.origins}, such as https://example.com`),
};

export const shareChanges = input(
  "UpdateShareInput",
  "Changes to a shared page; omitted fields keep their value, null clears them",
  changeable,
);
export type ShareChanges = z.output<typeof shareChanges>;

export const newShare = input("CreateShareInput", "A new shared page", {
  ...changeable,
  target: required(uncheckedOf(target)).describe(texts.target),
  targetId: optionalId.describe(texts.targetId),
});
export type NewShare = z.output<typeof newShare>;
