import { z } from "zod";
import { limits } from "@hoplog/schema/limits.js";
import type { Holdings } from "./account.ts";
import { ranked } from "./linkOrder.ts";
import { type Question, type Truth, withBots } from "./question.ts";
import type { Sum } from "./sums.ts";

const ever = { from: null, to: null };
const page = limits.listMax;

/** Checks every page of the list of links with each link's clicks, and the first and last pages sorted by clicks. */
export function listQuestions({ links }: Holdings): Question[] {
  const last = Math.max(1, Math.ceil(links.length / page));
  const pages = Array.from({ length: last }, (_, i) => i + 1);
  // Deep pages of other sort orders are expensive: checking the ends is enough.
  const ends = pages.filter((number) => number <= 3 || number === last);
  const orders = [
    { sort: "created", order: "desc" },
    { sort: "clicks", order: "desc" },
    { sort: "clicks", order: "asc" },
  ] as const;
  const lists = withBots.flatMap((bots) =>
    orders.flatMap(({ sort, order }) =>
      (sort === "created" ? pages : ends).map((number): Question => {
        const path = `/api/urls?limit=${page}&page=${number}&sort=${sort}&order=${order}&bots=${bots}&archived=include`;
        return {
          where: `GET ${path}`,
          async read(api) {
            const { data, pagination } = await api.rest(path);
            return { data, pagination };
          },
          async expected(truth) {
            const clicksOf = await counts(truth, bots);
            const all = sort === "clicks" ? ranked(truth.holdings.links, clicksOf, order) : truth.holdings.links;
            return {
              data: all
                .slice((number - 1) * page, number * page)
                .map(({ id, isActive }) => ({ _id: id, noOfClicks: clicksOf(id), isActive })),
              pagination: { total: all.length, pages: Math.ceil(all.length / page) },
            };
          },
        };
      }),
    ),
  );
  return [...lists, ...connection("created", null, 0), ...connection("clicks", null, 0)];
}

const query = `query ($after: String, $sort: LinkSort) { links(first: ${page}, after: $after, sort: $sort, filter: { archived: include }) {
  edges { node { id clicks everyone: clicks(bots: true) } } pageInfo { endCursor hasNextPage } totalCount } }`;

const pageInfo = z.object({ pageInfo: z.object({ endCursor: z.string().nullable(), hasNextPage: z.boolean() }) });

/** Chains pages over GraphQL. The order by clicks may change between pages, so only its first page is checked. */
function connection(field: "created" | "clicks", after: string | null, number: number): Question[] {
  return [
    {
      where: `GraphQL links(sort: ${field}), page ${number + 1}`,
      read: async (api) => (await api.graphql(query, { after, sort: { field, direction: "desc" } }))["links"],
      async expected(truth) {
        const [people, all] = await Promise.all([counts(truth, false), counts(truth, true)]);
        const { links } = truth.holdings;
        const order = field === "clicks" ? ranked(links, people, "desc") : links;
        return {
          edges: order
            .slice(number * page, (number + 1) * page)
            .map(({ id }) => ({ node: { id, clicks: people(id), everyone: all(id) } })),
          totalCount: links.length,
        };
      },
      next(answer) {
        const { endCursor, hasNextPage } = pageInfo.parse(answer).pageInfo;
        return field === "created" && hasNextPage ? connection(field, endCursor, number + 1) : [];
      },
    },
  ];
}

async function counts({ recount }: Truth, bots: boolean): Promise<(id: string) => number> {
  const totals: ReadonlyMap<string, Sum> = await recount.byLink(ever);
  return (id) => (bots ? totals.get(id)?.all : totals.get(id)?.people) ?? 0;
}
