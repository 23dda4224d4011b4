import { days, daysWithBots, narrow, range, rangeWithBots, withBots } from "./narrow.ts";
import { type Pair, type Question, withQuestion } from "./pair.ts";
import { readPairs } from "./readPairs.ts";

const rules = [{ when: { field: "country", op: "in", values: ["DE"] }, then: { blocked: true } }];
const visitor = { country: "DE", userAgent: "Mozilla/5.0", language: "de", query: "a=b", referrer: "a.example" };

const ofLinks: Question["both"] = ({ mark, group, tag, user }) => {
  const named = { search: mark, groupId: group.id, externalId: `ext-${mark}`, creator: user.id };
  const modes = { tagsMode: "any", archived: "include" };
  const flags = { isActive: "true", favourite: "true", hasNote: "true", tz: days.tz };
  const made = { createdFrom: days.startDate, createdTo: days.endDate };
  const sort = { field: "name", direction: "asc" };
  return {
    rest: {
      query: {
        ...named,
        ...modes,
        ...flags,
        ...made,
        tags: `${tag.name},Other`,
        clicksMin: "1",
        clicksMax: "1",
        sort: sort.field,
        order: sort.direction,
      },
    },
    graphql: {
      first: 2,
      filter: {
        ...named,
        ...modes,
        isActive: true,
        favourite: true,
        hasNote: true,
        tags: [tag.name, "Other"],
        createdFrom: range.from,
        createdTo: range.to,
        clicksMin: 1,
        clicksMax: 1,
      },
      sort,
    },
  };
};

/** Reads of links and groups with all their filters. */
export const narrowedPairs: readonly Pair[] = [
  narrow("GET /api/urls", ofLinks),
  narrow("GET /api/urls/:id/stats", ({ link, mark }) => {
    const filter = { country: "DE", referrer: `${mark}.example` };
    return {
      rest: { id: link.id, query: { ...daysWithBots, ...filter } },
      graphql: { linkId: link.id, ...rangeWithBots, filter },
    };
  }),
  narrow("GET /api/urls/:id/click-logs", ({ link, mark }) => {
    const filter = { country: "DE", referrer: `${mark}.example` };
    return {
      rest: { id: link.id, query: { ...days, ...filter } },
      graphql: { linkId: link.id, range, filter, first: 3 },
    };
  }),
  narrow("GET /api/urls/:id/decisions", ({ link: { id } }) => ({
    rest: { id, query: days },
    graphql: { linkId: id, range },
  })),
  narrow("GET /api/urls/:id/edit-effects", ({ link: { id } }) => ({
    rest: { id, query: { span: "day", bots: "true" } },
    graphql: { linkId: id, span: "day", bots: true },
  })),
  narrow("POST /api/urls/:id/try", ({ link: { id } }) => ({
    rest: { id, body: { ...visitor, rules } },
    graphql: { linkId: id, visitor, rules },
  })),
  narrow("POST /api/urls/:id/replay", ({ link: { id } }) => ({
    rest: { id, body: { days: 90, rules } },
    graphql: { linkId: id, days: 90, rules },
  })),
  narrow("GET /api/codes/proposals", ({ domain }) => {
    const about = { url: "https://another.example/", title: "Spring sale", domain: domain.name };
    return { rest: { query: about }, graphql: about };
  }),
  narrow(
    "GET /api/groups",
    ({ group }) => {
      const search = group.name.toLowerCase();
      return { rest: { query: { search, bots: "true" } }, graphql: { search } };
    },
    withBots,
  ),
  narrow(
    "GET /api/groups/:id/stats",
    ({ group: { id } }) => ({ rest: { id, query: daysWithBots }, graphql: { id, range, bots: true } }),
    withBots,
  ),
  narrow(
    "GET /api/dashboard",
    () => ({ rest: { query: { tz: days.tz, bots: "true" } }, graphql: { tz: days.tz, bots: true } }),
    withBots,
  ),
  narrow("GET /api/dashboard/analytics", () => ({
    rest: { query: { tz: days.tz, bots: "true", period: "30d" } },
    graphql: { tz: days.tz, bots: true, period: "30d" },
  })),
  withQuestion(readPairs, "GET /api/dashboard/analytics", {
    how: "of no period",
    both: () => ({ rest: { query: { period: "x" } }, graphql: { period: "x" } }),
    owner: "VALIDATION_ERROR",
  }),
];
