import { byTopList, type DeclaredDimension } from "@hoplog/schema/clicks/dimensions.js";
import { GraphQLUUID } from "graphql-scalars";
import { z } from "zod";
import { answer, count, instant, recordId } from "../../kernel/contract/answerPieces.ts";
import { pageAnswer } from "../../kernel/contract/pages.ts";
import type { Answered } from "../../kernel/contract/answers.ts";
import { type Entity, entity, part, nested } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import { graphqlTypes } from "../../kernel/contract/graphqlTypes.ts";
import type { Click } from "./clickLog.ts";
import { countryName } from "@hoplog/platform/visitor/countryName.js";
import type { DecidedClicks } from "./decisions.ts";
import type { EditEffect } from "./editEffects.ts";
import type { SpanName } from "./editSpans.ts";
import type { DayCount } from "./linkQuestion.ts";
import type { Count, LinkStats, TopValue } from "./linkStats.ts";
import type { LogPage } from "./logPage.ts";

/** A day with a count, such as its clicks. */
export const dayCount = entity<DayCount>()({
  name: "DayCount",
  component: "DayClicks",
  description: "A day, and the number of clicks or new links on it",
  fields: {
    date: z.iso.date().describe("Calendar day in the requested time zone"),
    clicks: count.describe("Number of clicks, or of new links"),
  },
  restNames: { date: "_id" },
  computed: {},
});

const anyCount = entity<TopValue>()({
  name: "Count",
  component: "CountedValue",
  description: "A value and its number of clicks",
  fields: {
    value: z.string().describe("The value as it was recorded"),
    clicks: count.describe("Number of clicks with this value"),
    isOwn: z
      .boolean()
      .optional()
      .describe("For referrers and sources: whether the value is a short-link host of this installation"),
  },
  restNames: { value: "_id", clicks: "count" },
  computed: {},
});

/** A value of a property with its clicks. Only REST returns whether a host is the installation's own. */
export const countedValue: typeof anyCount = {
  ...anyCount,
  toRest: (services, member, rows) =>
    anyCount.toRest(
      services,
      member,
      rows.map(({ value, clicks, isOwn }) => ({ value, clicks, ...(isOwn && { isOwn }) })),
    ),
};

interface Country {
  readonly code: string;
  /** Name of the country; empty for an unknown code. */
  readonly name: string;
  readonly country: string;
  readonly clicks: number;
}

const countryCount = entity<Country>()({
  name: "CountryCount",
  description: "A country and its number of clicks",
  fields: {
    code: z.string().describe("ISO 3166-1 alpha-2 country code"),
    name: z.string().describe("Country name in English; empty for an unknown code"),
    country: z.string().describe("Country name in English; the code if the name is unknown"),
    clicks: count.describe("Number of clicks from this country"),
  },
  only: { name: "graphql", country: "rest" },
  restNames: { code: "_id", clicks: "count" },
  computed: {},
});

/** A country in a top list. REST lists countries like other values, by name. */
const topCountry: Entity<Country, unknown> = {
  ...countryCount,
  answer: countedValue.answer,
  toRest: (services, member, countries) =>
    countedValue.toRest(
      services,
      member,
      countries.map(({ country, clicks }) => ({ value: country, clicks })),
    ),
};

type Tops = Readonly<Record<DeclaredDimension["top"], readonly (TopValue | Country)[]>>;
type ShownStats = Omit<LinkStats, "tops" | "clicksByCountry"> & Tops & { readonly clicksByCountry: readonly Country[] };

/** Returns a link's figures for API responses; `tops` are its top lists with own hosts marked. */
export function shownStats(
  { clicksByCountry, ...figures }: LinkStats,
  tops: Readonly<Record<keyof LinkStats["tops"], readonly TopValue[]>>,
): ShownStats {
  return {
    ...figures,
    clicksByCountry: countriesOf(clicksByCountry),
    ...byTopList(({ name, values }) => (values === "countries" ? countriesOf(tops[name]) : tops[name])),
  };
}

function countriesOf(counts: readonly Count[]): Country[] {
  return counts.map(({ value: code, clicks }) => {
    const name = countryName(code);
    return { code, name, country: name || code, clicks };
  });
}

/** The figures of a link. */
export const linkStats = entity<ShownStats>()({
  name: "LinkStats",
  description: "Click figures of a link. Top lists contain at most 5 values, without unknown ones",
  fields: {
    totalClicks: count.describe("Number of clicks in the range"),
    uniqueVisitors: count.describe(
      "Unique visitors per UTC day, summed over the days of the range; includes bots only if requested",
    ),
    countries: count.describe("Number of different countries"),
    browsers: count.describe("Number of different browsers"),
    clicksByDate: z
      .array(nested(dayCount))
      .describe("Clicks by day, including days without clicks, except those more than ten years before the last day"),
    ...byTopList<z.ZodType<readonly (TopValue | Country)[]>>(({ values }) =>
      z.array(values === "countries" ? nested(topCountry) : nested(countedValue)).describe("Values, most clicks first"),
    ),
    clicksByCountry: z.array(nested(countryCount)).describe("All countries, most clicks first"),
  },
  restNames: { uniqueVisitors: "uniqueIPs" },
  computed: {},
  weights: { clicksByDate: { length: 90 }, clicksByCountry: { length: 100 } },
});

/** The fields of a click. */
export const clickFields = {
  id: z.guid().register(graphqlTypes, { type: GraphQLUUID }).describe("Click ID, unique among all clicks"),
  timestamp: instant.describe("Time of the redirect"),
  country: z.string().describe("Country name in English"),
  countryCode: z.string().describe("ISO 3166-1 alpha-2 country code"),
  city: z.string().describe("City name in English"),
  regionName: z.string().describe("Region name in English"),
  isp: z.string().describe("Operator of the visitor's network"),
  device: z.string().describe("Device type: mobile, desktop, tablet or Unknown"),
  browser: z.string().describe("Browser name"),
  browserVersion: z.string().describe("Major version of the browser"),
  operatingSystem: z.string().describe("Operating system name"),
  referrer: z.string().describe("Host of the referring page; empty for direct visits"),
  isBot: z.boolean().describe("Whether the click was classified as a bot"),
  botReason: z.string().describe("Classification reason; empty for people"),
};

/** A click of a link. */
export const click = entity<Click>()({
  name: "Click",
  description: "A recorded click; unknown text fields are empty",
  fields: clickFields,
  computed: {},
});

/** A page of the click log in GraphQL. */
export const clickPage = part("ClickPage", "A page of a link's clicks", {
  clicks: z.array(nested(click)).describe("Clicks, newest first"),
  totalCount: count.describe("Number of clicks on all pages, by people and bots"),
  endCursor: z.string().nullable().describe("Value of `after` for the next page; null on an empty page"),
  hasNextPage: z.boolean().describe("Whether more clicks follow"),
});

const keys = { totalClicks: true, uniqueIPs: true, countries: true, browsers: true } as const;

/** A page of the click log in REST, with the link's figures. */
export const clickLogAnswer: Answered<
  unknown,
  Pick<LogPage, "clicks"> & { readonly stats: ShownStats; readonly pagination: z.output<typeof pageAnswer> }
> = {
  name: "ClickLogAnswer",
  schema: answer({
    data: z.object({
      clickLogs: z.array(click.answer),
      stats: linkStats.answer.pick(keys).meta({ title: "ClickStats" }),
      ...linkStats.answer.omit({ ...keys, clicksByDate: true }).shape,
    }),
    pagination: pageAnswer,
  }),
  resolvers: [],
  async toBody(services, member, { clicks, stats, pagination }) {
    const [clickLogs, [figures = {}]] = await Promise.all([
      click.toRest(services, member, clicks),
      linkStats.toRest(services, member, [stats]),
    ]);
    const { totalClicks, uniqueIPs, countries, browsers, clicksByDate: _, ...tops } = figures;
    return { data: { clickLogs, stats: { totalClicks, uniqueIPs, countries, browsers }, ...tops }, pagination };
  },
};

const ruleNumber = z.int().min(0);

/** Clicks of a link with the same rule and arm. */
export const decidedClicks = entity<DecidedClicks>()({
  name: "DecidedClicks",
  component: "Decision",
  description: "Clicks of a link whose destination the same redirect rule and split arm determined",
  fields: {
    rule: ruleNumber.describe("Number of the redirect rule; 0 for none"),
    arm: ruleNumber.describe("Number of the split arm; 0 for none"),
    clicks: count.describe("Clicks by people and bots"),
    people: count.describe("Clicks by people"),
  },
  computed: {},
});

/** Lengths of the time spans around an edit in which clicks are counted. */
export const effectSpan = enumeration<SpanName>("EffectSpan", "Length of the time spans before and after an edit", {
  hour: "One hour",
  day: "24 hours",
  week: "7 days",
  month: "30 days",
});

/** The effect of an edit on the clicks of its link. */
export const editEffect = entity<EditEffect>()({
  name: "EditEffect",
  description: "The clicks of a link in two time spans of the same length, before and after one of its edits",
  fields: {
    version: z.int().min(1).describe("Number of the edit in the link's history"),
    at: instant.describe("Time of the edit"),
    from: instant.describe("Start of the time span before the edit"),
    to: instant.describe("End of the time span after the edit (exclusive)"),
    before: count.describe("Number of clicks between `from` and `at`"),
    after: count.describe("Number of clicks between `at` and `to`"),
    isOngoing: z
      .boolean()
      .describe(
        "Whether the time span after the edit has not ended yet; both time spans then last as long as the time since the edit",
      ),
    otherEdits: count.describe("Number of other edits between `from` and `to`"),
  },
  computed: {},
});

const totals = {
  clicks: count.describe("Clicks by people"),
  clicksWithBots: count.describe("Clicks by people and bots"),
};

/** The totals of a link. */
export const linkCount = part("LinkCount", "All-time click totals of a link", {
  linkId: recordId.describe("Link ID"),
  ...totals,
});

/** The totals of a workspace. */
export const workspaceCount = part("WorkspaceCount", "All-time click totals of a workspace", totals);
