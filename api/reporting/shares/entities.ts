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

const target = enumeration<ShareTarget>("ShareTarget", "Clicks that a shared page covers", {
  workspace: "All clicks of the workspace",
  group: "Clicks on the links that are currently in a group",
  link: "Clicks on one link",
});

const figure = enumeration<ShareFigure>("ShareFigure", "A figure that a shared page can show", {
  clicks: "Clicks by people",
  uniqueVisitors: "Unique visitors per UTC day, summed over the days",
  bots: "Clicks by bots",
  chart: "A chart of clicks over time",
  conversions: "Numbers of leads and sales, also in lists",
  revenue: "Revenue by currency, also in lists",
});

const dimensionNames: ReadonlySet<string> = new Set(shareDimensions);
const dimension = enumeration(
  "ShareDimension",
  "A click property that a shared page can list, and by which visitors can filter",
  fieldDescriptions(listedFields.filter(({ name }) => dimensionNames.has(name))),
);

const texts = {
  name: "Title of the page",
  target: "Clicks that the page covers: of the workspace, a group or a link",
  targetId: "ID of the group or link; null for the workspace",
  dimensions: "Properties listed on the page, in this order",
  timeZone: "IANA time zone in which the page counts days",
  from: "Start of the covered time; null for no limit",
  expiresAt: "Time when the page expires; null for never",
  origins: "Origins of websites that may embed the page",
};

/** A shared page in API responses to its owner. */
export const share = entity<Share>()({
  name: "Share",
  description: "A public page with click figures at a secret URL, for readers without an account",
  fields: {
    id: recordId.describe("ID of the shared page"),
    name: z.string().describe(texts.name),
    target: target.describe(texts.target),
    targetId: recordId.nullable().describe(texts.targetId),
    targetName: z
      .string()
      .nullable()
      .describe("Name of the group or link; null for the workspace, or without the scope to read it"),
    figures: z.array(figure).describe("Figures on the page"),
    dimensions: z.array(dimension).describe(texts.dimensions),
    timeZone: z.string().describe(texts.timeZone),
    from: instant.nullable().describe(texts.from),
    expiresAt: instant.nullable().describe(texts.expiresAt),
    hasPassword: z.boolean().describe("Whether readers must enter a password"),
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
  description: "A shared page and its secret URL",
  field: "share",
  fieldDescription: "The shared page",
  more: { url: z.url().describe("Secret URL that grants access to the page; it is returned only once") },
  answer: "AddressedShareAnswer",
});

const changeable = {
  name: optionalText.describe(texts.name),
  figures: z
    .array(uncheckedOf(figure))
    .max(shareFigures.length * 2)
    .nullish()
    .describe("Figures on the page; at least one"),
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
  "Changes to a shared page; omitted fields keep their value. Null clears `from`, `expiresAt` and `password`; null in other fields keeps their value",
  changeable,
);
export type ShareChanges = z.output<typeof shareChanges>;

export const newShare = input("CreateShareInput", "A new shared page", {
  ...changeable,
  target: required(uncheckedOf(target)).describe(texts.target),
  targetId: optionalId.describe(texts.targetId),
});
export type NewShare = z.output<typeof newShare>;
