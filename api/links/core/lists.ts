import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { requirePageSize } from "../../kernel/calls/cursor.ts";
import { pageOf, pageParameters, shownOf, startOf } from "../../kernel/contract/pages.ts";
import { flag } from "../../kernel/contract/parse.ts";
import { graphqlData, page } from "../../kernel/contract/answers.ts";
import { part } from "../../kernel/contract/entity.ts";
import { fieldsOf } from "../../kernel/contract/fields.ts";
import { operationsOn } from "../../kernel/contract/operations.ts";
import { fromLinkCursor, toLinkCursor } from "./cursor.ts";
import { link, linksTag, linkValue } from "./entities.ts";
import {
  linkFilter,
  linkFilterOf,
  linkFilterParameters,
  linkOrder,
  linkOrderOf,
  linkOrderParameters,
  toLinkFilter,
} from "./filterInput.ts";
import type { ListedLink } from "./linkList.ts";
import { linkList, type LinkList } from "./queries.ts";
import type { LinkServices } from "./services.ts";
import { newestFirst } from "./sort.ts";

/** The `pageInfo` of a GraphQL page. */
export const pageInfo = part("PageInfo", "Position of the next page of a list, and whether there is one", {
  endCursor: z.string().nullable().describe("Cursor for `after` that returns the next page; null if the page is empty"),
  hasNextPage: z.boolean().describe("Whether there are more items after this page"),
});

const connection = part("LinkConnection", "A page of links", {
  edges: z
    .array(
      part("LinkEdge", "A link and its position in the list", {
        cursor: z.string().describe("Cursor for `after` that returns the links after this one"),
        node: linkValue.describe("The link"),
      }),
    )
    .describe("Links of this page, in order"),
  pageInfo: pageInfo.describe("Position of the next page"),
});

interface Listed {
  readonly list: LinkList;
}

/** The total is counted only if a client selects it. */
const totalCount = fieldsOf<Listed, LinkServices>().addedTo(connection, [
  fieldsOf<Listed, LinkServices>().field({
    name: "totalCount",
    description:
      "Number of links on all pages; 1,000 if more than 4,000 links only resemble the search. Counting many links takes longer than reading a page",
    answer: z.int(),
    run: ({ list }) => list.count(),
  }),
]);

const { graphqlQuery, restOnly } = operationsOn<LinkServices>(linksTag);

/** The operations that list links. */
export const listingLinks = [
  graphqlQuery({
    name: "links",
    summary: "List links",
    description: "Returns the newest links first by default.",
    needs: ["links:read"],
    takes: {
      first: z.int().default(limits.listDefault),
      after: z.string().nullish(),
      filter: linkFilter.nullish(),
      sort: linkOrder.nullish(),
    },
    answer: graphqlData(connection),
    async run(services, actor, { first, after, filter, sort: given }) {
      const size = requirePageSize(first);
      const sort = given ?? newestFirst;
      const list = linkList(services, actor, filter ? toLinkFilter(filter) : {});
      const start = after ? { after: fromLinkCursor(after, sort.field) } : { offset: 0 };
      const listed = await list.page({ sort, start, limit: size + 1, bots: false });
      const edges = shownOf(listed, size).map((one) => ({ cursor: toLinkCursor(one.position), node: one.link }));
      const end = { endCursor: edges.at(-1)?.cursor ?? null, hasNextPage: listed.length > size };
      return { edges, pageInfo: end, list };
    },
  }),
  restOnly({
    id: "listUrls",
    rest: "GET /api/urls",
    summary: "List links",
    description: "Returns the newest links first by default. Links must meet all given conditions.",
    needs: ["links:read"],
    takes: {
      ...pageParameters,
      ...linkFilterParameters,
      ...linkOrderParameters,
      bots: flag.default(false).describe("Whether click numbers include clicks by bots"),
    },
    answer: page(link),
    failures: [],
    async run(services, actor, { bots, sort: field, order, page: number, limit, after, ...query }) {
      const asked = { page: number, limit, after };
      const sort = linkOrderOf({ sort: field, order });
      const list = linkList(services, actor, linkFilterOf(query, bots));
      const start = startOf(asked, (cursor) => fromLinkCursor(cursor, sort.field));
      const [listed, total] = await Promise.all([
        list.page({ sort, start, limit: limit + 1, bots }),
        after === undefined ? list.count() : null,
      ]);
      const cursorOf = ({ position }: ListedLink) => toLinkCursor(position);
      const rows = shownOf(listed, limit).map((one) => one.link);
      return { rows, pagination: pageOf(asked, listed, total, cursorOf), shownBy: { countBots: bots } };
    },
  }),
  { resolvers: [totalCount] },
];
