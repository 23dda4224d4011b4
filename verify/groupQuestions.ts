import { limits } from "@hoplog/schema/limits.js";
import { dayOf, startOfDay } from "./calendar.ts";
import type { Holdings, VerifiedGroup } from "./account.ts";
import { type Question, timeZones, type Truth, withBots } from "./question.ts";
import type { Span, Sum } from "./sums.ts";

const ever: Span = { from: null, to: null };
const page = limits.listMax;
const recentLinks = 3;

/** Checks the list of groups, and each group's statistics for all time and for the last 30 days. */
export function groupQuestions({ groups }: Holdings, now: Date): Question[] {
  const pages = Array.from({ length: Math.ceil(groups.length / page) }, (_, i) => i + 1);
  return [
    ...withBots.flatMap((bots) => pages.map((number) => listOf(number, bots))),
    ...(groups.length > 0 ? [graphqlList] : []),
    ...groups.flatMap((group) =>
      withBots.flatMap((bots) => [
        statsOf(group, null, "UTC", bots),
        ...timeZones.map((tz) => statsOf(group, now, tz, bots)),
      ]),
    ),
    ...groups.flatMap((group) => withBots.map((bots) => graphqlStats(group, bots))),
  ];
}

function listOf(number: number, bots: boolean): Question {
  const path = `/api/groups?limit=${page}&page=${number}&bots=${bots}`;
  return {
    where: `GET ${path}`,
    read: async (api) => (await api.rest(path))["data"],
    async expected({ recount, holdings }) {
      const totals = await recount.byLink(ever);
      return holdings.groups.slice((number - 1) * page, number * page).map(({ id }) => {
        const links = holdings.links.filter(({ groupId }) => groupId === id);
        return {
          _id: id,
          urlCount: links.length,
          totalClicks: sumOf(links, totals, bots),
          recentUrls: links
            .slice(0, recentLinks)
            .map((link) => ({ _id: link.id, noOfClicks: sumOf([link], totals, bots) })),
        };
      });
    },
  };
}

const graphqlList: Question = {
  where: "GraphQL groups",
  read: async (api) =>
    (await api.graphql("{ groups { id urlCount clicks everyone: clicks(bots: true) recentLinks { id clicks } } }", {}))[
      "groups"
    ],
  async expected({ recount, holdings }) {
    const totals = await recount.byLink(ever);
    return holdings.groups.map(({ id }) => {
      const links = holdings.links.filter(({ groupId }) => groupId === id);
      return {
        id,
        urlCount: links.length,
        clicks: sumOf(links, totals, false),
        everyone: sumOf(links, totals, true),
        recentLinks: links.slice(0, recentLinks).map((link) => ({ id: link.id, clicks: sumOf([link], totals, false) })),
      };
    });
  },
};

/**
 * Checks a group's statistics: for all time if `now` is null, otherwise for the time zone's last 30 days including all
 * of today.
 */
function statsOf({ id }: VerifiedGroup, now: Date | null, tz: string, bots: boolean): Question {
  const [first, last] = now ? [dayOf(startOfDay(dayOf(now, tz), tz, -29), tz), dayOf(now, tz)] : ["", ""];
  const range = now ? `&startDate=${first}&endDate=${last}&tz=${encodeURIComponent(tz)}` : "";
  const path = `/api/groups/${id}/stats?limit=${page}&bots=${bots}${range}`;
  const span = now ? { from: startOfDay(first, tz), to: startOfDay(last, tz, 1) } : ever;
  return {
    where: `GET ${path}`,
    read: async (api) => (await api.rest(path))["data"],
    async expected(truth) {
      const { links, ...figures } = await groupFigures(truth, id, span, bots);
      const totals = await truth.recount.byLink(ever);
      const urls = links.slice(0, page).map((link) => ({ _id: link.id, noOfClicks: sumOf([link], totals, bots) }));
      return { ...figures, urls };
    },
  };
}

function graphqlStats({ id }: VerifiedGroup, bots: boolean): Question {
  return {
    where: `GraphQL groupStats(id: ${id}, bots: ${bots})`,
    read: async (api) =>
      (
        await api.graphql(
          `query ($id: UUID!, $bots: Boolean!) { groupStats(id: $id, bots: $bots) { totalUrls totalClicks averageClicks } }`,
          { id, bots },
        )
      )["groupStats"],
    async expected(truth) {
      const { links: _links, ...figures } = await groupFigures(truth, id, ever, bots);
      return figures;
    },
  };
}

async function groupFigures({ recount, holdings }: Truth, id: string, span: Span, bots: boolean) {
  const links = holdings.links.filter(({ groupId }) => groupId === id);
  const totalClicks = sumOf(links, await recount.byLink(span), bots);
  const averageClicks = links.length === 0 ? 0 : Math.round((totalClicks / links.length) * 100) / 100;
  return { totalUrls: links.length, totalClicks, averageClicks, links };
}

function sumOf(links: readonly { readonly id: string }[], totals: ReadonlyMap<string, Sum>, bots: boolean): number {
  return links.reduce((sum, { id }) => sum + ((bots ? totals.get(id)?.all : totals.get(id)?.people) ?? 0), 0);
}
