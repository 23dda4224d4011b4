import { days, daysWithBots, narrow, range, rangeWithBots } from "./narrow.ts";
import { type Pair, type Question, withQuestion } from "./pair.ts";
import { readPairs } from "./readPairs.ts";

const places = ["country:is:DE", "country:is:NP"];
const verdicts = [{ field: "agent", value: "bot-", verdict: "person" }];

const ofBots =
  (more: Readonly<Record<string, string>> = {}): Question["both"] =>
  ({ mark, link: { id } }) => {
    const only = { agent: `bot-${mark}/1.0`, reason: "crawler" };
    return {
      rest: { query: { ...days, ...only, ...more, filter: `link:is:${id}` } },
      graphql: { range, tz: days.tz, only, filters: [{ field: "link", op: "is", values: [id] }] },
    };
  };

const ofMisses =
  (more: Readonly<Record<string, string>> = {}): Question["both"] =>
  ({ mark, domain }) => {
    const at = { reason: "unknown", code: `lost-${mark}`, host: domain.name, country: "" };
    const filter = { ...at, referrer: `lost.${mark}.example` };
    return { rest: { query: { ...daysWithBots, ...filter, ...more } }, graphql: { ...rangeWithBots, filter } };
  };

/** Reads of figures and rows with all their filters. */
export const narrowedFigurePairs: readonly Pair[] = [
  narrow(
    "GET /api/analytics",
    ({ mark }) => ({
      rest: { query: { ...daysWithBots, interval: "month", filter: [`city:contains:${mark}`, ...places] } },
      graphql: {
        ...rangeWithBots,
        filters: [
          { field: "city", op: "contains", values: [mark] },
          { field: "country", op: "is", values: ["DE", "NP"] },
        ],
      },
    }),
    { "Analytics.chart": { interval: "month" } },
  ),
  narrow(
    "GET /api/analytics/top",
    () => ({ rest: { query: { ...daysWithBots, field: "city", limit: "2" } }, graphql: rangeWithBots }),
    { "Analytics.tops": { fields: ["city"], first: 2 }, "Analytics.topLinks": { first: 2 } },
    { at: "tops.0" },
  ),
  narrow(
    "GET /api/analytics/top",
    () => ({ rest: { query: { ...daysWithBots, field: "link", limit: "2" } }, graphql: rangeWithBots }),
    { "Analytics.tops": { fields: ["city"], first: 2 }, "Analytics.topLinks": { first: 2 } },
    { at: "topLinks", names: { value: "link.id" } },
  ),
  narrow(
    "GET /api/analytics/top",
    () => ({ rest: { query: { ...daysWithBots, field: "source", limit: "2" } }, graphql: rangeWithBots }),
    { "Analytics.tops": { fields: ["city"], first: 2 }, "Analytics.topSources": { first: 2 } },
    { at: "topSources" },
  ),
  narrow("GET /api/conversions", ({ link }) => ({
    rest: { query: { ...days, linkId: link.id, type: "sale" } },
    graphql: { range, linkId: link.id, type: "sale" },
  })),
  narrow(
    "GET /api/conversions/figures",
    ({ link }) => ({
      rest: { query: { ...daysWithBots, linkId: link.id, interval: "hour", filter: "country:is:DE" } },
      graphql: { ...rangeWithBots, linkId: link.id, filters: [{ field: "country", op: "is", values: ["DE"] }] },
    }),
    { "ConversionStats.chart": { interval: "hour" } },
  ),
  narrow(
    "GET /api/conversions/top",
    () => ({ rest: { query: { ...daysWithBots, field: "city", limit: "2" } }, graphql: rangeWithBots }),
    { "ConversionStats.tops": { field: "city", first: 2 } },
  ),
  narrow(
    "GET /api/conversions/top",
    () => ({ rest: { query: { ...daysWithBots, field: "link" } }, graphql: rangeWithBots }),
    { "ConversionStats.tops": { field: "city", first: 2 } },
    { at: "topLinks" },
  ),
  narrow("GET /api/bots", ofBots({ interval: "hour" }), { "ClassifiedClicks.chart": { interval: "hour" } }),
  narrow("GET /api/bots/top", ofBots({ field: "agent", limit: "1" }), {
    "ClassifiedClicks.top": { field: "agent", first: 1 },
  }),
  narrow("GET /api/bots/samples", ofBots({ limit: "1" }), { "ClassifiedClicks.samples": { first: 1 } }),
  withQuestion(readPairs, "GET /api/bots", {
    how: "of people",
    both: () => ({
      rest: { query: { people: "true", network: "0" } },
      graphql: { people: true, only: { network: "0" } },
    }),
  }),
  narrow("POST /api/bots/rules/try", ({ link: { id } }) => ({
    rest: { query: { ...days, filter: `link:is:${id}` }, body: { verdicts } },
    graphql: { range, tz: days.tz, verdicts, filters: [{ field: "link", op: "is", values: [id] }] },
  })),
  narrow("GET /api/misses", ofMisses({ interval: "hour" }), { "Misses.chart": { interval: "hour" } }),
  narrow("GET /api/misses/codes", ofMisses({ limit: "1" }), { "Misses.codes": { first: 1 } }),
  narrow("GET /api/misses/top", ofMisses({ field: "host", limit: "1" }), { "Misses.top": { field: "host", first: 1 } }),
  narrow("GET /api/ledger", () => ({ rest: { query: days }, graphql: { range } })),
  narrow(
    "GET /api/ledger/requests",
    () => ({ rest: { query: { ...days, part: "bot", reason: "crawler", limit: "1" } }, graphql: { range } }),
    { "Ledger.requests": { part: "bot", reason: "crawler", first: 1 } },
  ),
  narrow("GET /api/notes", () => ({ rest: { query: days }, graphql: { range } })),
  narrow("GET /api/imports/:id/rows", (owner) => ({
    rest: { id: owner.import.id, query: { only: "losses", limit: "1" } },
    graphql: { id: owner.import.id, only: "losses", first: 1 },
  })),
  narrow("GET /api/urls/jobs/:id/results", ({ job: { id } }) => ({
    rest: { id, query: { outcome: "unchanged", limit: "1" } },
    graphql: { id, outcome: "unchanged", first: 1 },
  })),
];
