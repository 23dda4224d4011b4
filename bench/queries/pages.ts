import { fiveRules } from "../redirects/ruledLinks.ts";
import { benchGroups } from "./fill.ts";
import { topListFields } from "@hoplog/schema/clicks/dimensions.js";

/** An API call that a page makes. */
export interface PageCall {
  readonly name: string;
  readonly path: string;
  readonly body?: { readonly query: string; readonly variables: Record<string, unknown> };
}

const day = 24 * 60 * 60 * 1000;
const stats = `totalClicks uniqueVisitors countries browsers clicksByDate { date clicks } clicksByCountry { code clicks }
  ${topListFields}`;
const click = `id timestamp country countryCode city regionName isp device browser browserVersion operatingSystem referrer
  isBot botReason`;

const twoCountries = [{ field: "country", op: "is", values: ["DE", "FR"] }];
const otherCountries = [{ field: "country", op: "isNot", values: ["DE", "FR"] }];
const twoLanguages = [{ field: "language", op: "is", values: ["de", "fr"] }];
const twoGroups = [{ field: "group", op: "is", values: benchGroups }];

/** Links whose pages are requested: `busiest` has a twentieth of all clicks, `usual` is one of thousands. */
export interface PagesOf {
  readonly busiest: string;
  readonly usual: string;
  /** Links on the first page of the list. */
  readonly newest: readonly string[];
}

/** Returns the start (midnight UTC) of the last `days` days, including today. */
export function daysBack(days: number): Date {
  return new Date((Math.floor(Date.now() / day) - (days - 1)) * day);
}

export function pageCalls({ busiest, usual }: PagesOf): PageCall[] {
  const range = (days: number) => ({ from: daysBack(days).toISOString() });
  const graphql = (name: string, query: string, variables: Record<string, unknown> = {}): PageCall => ({
    name,
    path: "/graphql",
    body: { query, variables },
  });
  const linkStats = (name: string, id: string, days: number | null, filter: object | null = null) =>
    graphql(
      name,
      `query ($id: UUID!, $range: Range, $filter: StatsFilter) { linkStats(linkId: $id, range: $range, filter: $filter) { ${stats} } }`,
      { id, range: days === null ? null : range(days), filter },
    );
  const log = (name: string, id: string, days: number | null, filter: object | null = null) =>
    graphql(
      name,
      `query ($id: UUID!, $range: Range, $filter: StatsFilter) {
        clickLog(linkId: $id, first: 50, range: $range, filter: $filter) { clicks { ${click} } totalCount endCursor } }`,
      { id, range: days === null ? null : range(days), filter },
    );
  const account = (name: string, fields: string, days: number, filters: readonly object[] = []) =>
    graphql(
      name,
      `query ($range: Range, $filters: [ClickFilter!]!) { analytics(range: $range, filters: $filters) { ${fields} } }`,
      { range: range(days), filters },
    );
  return [
    account("account: figures, 90 days", "figures { clicks uniqueVisitors }", 90),
    account("account: chart, 90 days", "chart(interval: day) { at clicks }", 90),
    account("account: top links, 90 days", "topLinks { rows { link { id } clicks } }", 90),
    account("account: top cities, 90 days", "tops(fields: [city]) { rows { value clicks } distinct }", 90),
    account("account: figures of two countries, 90 days", "figures { clicks uniqueVisitors }", 90, twoCountries),
    account("account: chart of two countries, 90 days", "chart(interval: day) { at clicks }", 90, twoCountries),
    account(
      "account: cities of two countries, 90 days",
      "tops(fields: [city]) { rows { value clicks } distinct }",
      90,
      twoCountries,
    ),
    account("account: figures of two groups, 90 days", "figures { clicks uniqueVisitors }", 90, twoGroups),
    account("account: chart of two groups, 90 days", "chart(interval: day) { at clicks }", 90, twoGroups),
    account("account: figures of two languages, 90 days", "figures { clicks uniqueVisitors }", 90, twoLanguages),
    account("account: figures but two countries, 90 days", "figures { clicks uniqueVisitors }", 90, otherCountries),
    graphql(
      "dashboard: tiles",
      "{ dashboard { overview { totalUrls totalClicks totalGroups averageCTR } growth { urls clicks groups ctr } } }",
    ),
    graphql(
      "dashboard: charts, 7 days",
      `
        {
          dashboardAnalytics(period: "7d") {
            clicksByDate {
              date
              clicks
            }
            groupDistribution {
              groupName
              count
            }
          }
        }
      `,
    ),
    graphql(
      "dashboard: charts, 90 days",
      `
        {
          dashboardAnalytics(period: "90d") {
            clicksByDate {
              date
              clicks
            }
            groupDistribution {
              groupName
              count
            }
          }
        }
      `,
    ),
    graphql("dashboard: newest links", "{ links(first: 5) { edges { node { id name clicks } } } }"),
    graphql("links, newest first", "{ links(first: 50) { edges { node { id name clicks } } totalCount } }"),
    graphql(
      "links, by clicks",
      "{ links(first: 50, sort: { field: clicks, direction: desc }) { edges { node { id name clicks } } totalCount } }",
    ),
    linkStats("busiest link: 7 days", busiest, 7),
    linkStats("busiest link: 30 days", busiest, 30),
    linkStats("busiest link: all time", busiest, null),
    linkStats("busiest link: 30 days, filtered", busiest, 30, { country: "DE", browser: "Chrome" }),
    linkStats("usual link: all time", usual, null),
    log("busiest link: log, 30 days", busiest, 30),
    log("busiest link: log, all time", busiest, null),
    log("busiest link: log, filtered", busiest, 30, { country: "DE", device: "mobile" }),
    log("usual link: log", usual, null),
    graphql(
      "busiest link: replay, 90 days",
      `
        query ($id: UUID!, $rules: [LinkRuleInput!]) {
          replayLink(linkId: $id, days: 90, rules: $rules) {
            total {
              clicks
              people
            }
            rules {
              number
              clicks
              people
            }
            noRule {
              clicks
              people
            }
            undetermined {
              clicks
              people
            }
            unavailable
          }
        }
      `,
      { id: busiest, rules: fiveRules(1).rules?.map(({ name, when, then }) => ({ name, when, then })) },
    ),
  ];
}
