import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import { storedPorts } from "@hoplog/stack/datafolder/ports.js";
import { loadSecrets } from "@hoplog/stack/datafolder/secrets.js";
import { z } from "zod";
import { signedInScript, type Account } from "../running/account.ts";
import type { TestStack } from "../running/runningStack.ts";
import { launchChromium } from "../browser/chromium.ts";

export interface TestedLink {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** Numbers of clicks: `people` without bots, `everyone` with bots. */
export interface Figure {
  readonly people: number;
  readonly everyone: number;
}

/** One link's figures, by the source from which they were read. */
export type Figures = Record<string, Partial<Figure>>;

/** Difference between the visitors in link_day and in the rows: 0 if nothing is lost or duplicated. */
export const visitorsOff = "visitors of link_day off by";

const count = z.coerce.number();
const restList = z.object({ data: z.array(z.object({ _id: z.string(), noOfClicks: z.number().nullable() })) });
const restStats = z.object({ data: z.object({ totalClicks: z.number() }) });
const restLog = z.object({ pagination: z.object({ total: z.number() }) });
const graphAnswer = z.object({ data: z.object({ link: z.object({ people: z.number(), everyone: z.number() }) }) });

/** Reads a link's clicks over REST (list, statistics, log) and GraphQL. Rejects if one of them can't be read. */
export async function servedFigures(appUrl: string, account: Account, link: TestedLink): Promise<Figures> {
  const headers = { authorization: `Bearer ${account.tokens.accessToken}`, "content-type": "application/json" };
  const get = async (path: string): Promise<unknown> => (await fetch(`${appUrl}/api${path}`, { headers })).json();
  const listed = async (bots: boolean): Promise<number> => {
    const { data } = restList.parse(await get(`/urls?limit=100&bots=${bots}`));
    return count.parse(data.find(({ _id }) => _id === link.id)?.noOfClicks);
  };
  const stats = async (bots: boolean): Promise<number> =>
    restStats.parse(await get(`/urls/${link.id}/stats?bots=${bots}`)).data.totalClicks;
  const query = `query ($id: UUID!) { link(id: $id) { people: clicks everyone: clicks(bots: true) } }`;
  const answer = await fetch(`${appUrl}/graphql`, {
    method: "POST",
    headers,
    body: JSON.stringify({ query, variables: { id: link.id } }),
  });
  const graph = graphAnswer.parse(await answer.json()).data.link;
  return {
    "REST list": { people: await listed(false), everyone: await listed(true) },
    "REST statistics": { people: await stats(false), everyone: await stats(true) },
    "REST log": { everyone: restLog.parse(await get(`/urls/${link.id}/click-logs?limit=1`)).pagination.total },
    GraphQL: graph,
  };
}

/** Reads the counts on the URLs page's cards in Chromium. */
export async function shownFigures(appUrl: string, account: Account, links: readonly TestedLink[]): Promise<number[]> {
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    await context.addInitScript(signedInScript(account));
    const page = await context.newPage();
    await page.goto(`${appUrl}/urls`);
    const shown: number[] = [];
    for (const { name } of links) {
      const text = await page
        .getByRole("article", { name })
        .getByText(/^[\d,]+ clicks?$/)
        .innerText();
      shown.push(Number(text.replace(/ clicks?$/, "").replaceAll(",", "")));
    }
    return shown;
  } finally {
    await browser.close();
  }
}

const figureRow = z.object({ place: z.string(), people: count, everyone: count });

/** Returns the URL of a stack's ClickHouse, with user and password. Throws if the stack was never started. */
export function clickHouseOf({ dataFolder }: TestStack): string {
  const ports = storedPorts(dataFolder);
  if (!ports) throw new Error(`no stack has run in ${dataFolder}`);
  return `http://hoplog:${loadSecrets(dataFolder).clickHouse}@127.0.0.1:${ports.clickHouse}`;
}

/** Opens ClickHouse, with credentials in the URL, to read the raw rows and views over them. */
export function openBooks(clickHouseUrl: string) {
  const client = createClickHouse({ clickHouseUrl, database: "hoplog", application: "hoplog tests" });
  const figures = async (query: string, params: Record<string, string>): Promise<Record<string, Figure>> => {
    const result = await client.query({ query, format: "JSONEachRow", query_params: params });
    const rows = z.array(figureRow).parse(await result.json());
    // The parts of a UNION ALL are returned in any order.
    const sorted = rows.toSorted((one, other) => one.place.localeCompare(other.place));
    return Object.fromEntries(sorted.map(({ place, ...figure }) => [place, figure]));
  };
  /** Returns the redirectors' own counts, which don't distinguish bots. */
  const countedRequests = async (linkId: string): Promise<Record<string, Partial<Figure>>> => {
    const result = await client.query({
      query: "SELECT sum(clicks) AS everyone FROM request_quarter WHERE link_id = {link:UUID}",
      format: "JSONEachRow",
      query_params: { link: linkId },
    });
    const [row] = z.array(z.object({ everyone: count })).parse(await result.json());
    return { request_quarter: { everyone: row?.everyone ?? -1 } };
  };
  return {
    /** Returns the counts of a link's rows and distinct clicks, and the link's counts in views. */
    ofLink: async (linkId: string): Promise<Figures> => ({
      ...(await countedRequests(linkId)),
      ...(await figures(
        `SELECT 'rows' AS place, countIf(NOT is_bot) AS people, count() AS everyone FROM clicks WHERE link_id = {link:UUID}
         UNION ALL SELECT 'different clicks', uniqExactIf(click_id, NOT is_bot), uniqExact(click_id)
           FROM clicks WHERE link_id = {link:UUID}
         UNION ALL SELECT 'link_quarter', sum(people), sum(people + bots) FROM link_quarter WHERE link_id = {link:UUID}
         UNION ALL SELECT '${visitorsOff}', a.people - b.people, a.everyone - b.everyone FROM
           (SELECT uniqCombinedMerge(14)(people) AS people, uniqCombinedMerge(14)(everyone) AS everyone
            FROM link_day WHERE link_id = {link:UUID}) AS a,
           (SELECT uniqCombinedIf(14)(visitor, NOT is_bot) AS people, uniqCombined(14)(visitor) AS everyone
            FROM clicks WHERE link_id = {link:UUID}) AS b`,
        { link: linkId },
      )),
    }),
    /** Returns the counts of all links' rows, and the counts in the views per account and per link. */
    ofEverything: () =>
      figures(
        `SELECT 'rows' AS place, countIf(NOT is_bot) AS people, count() AS everyone FROM clicks
         UNION ALL SELECT 'owner_quarter', sum(people), sum(people + bots) FROM owner_quarter
         UNION ALL SELECT 'link_quarter', sum(people), sum(people + bots) FROM link_quarter`,
        {},
      ),
    /** Returns the number of requests, with and without a link, that were answered but not recorded. */
    droppedRequests: async (): Promise<number> => {
      const query = "SELECT sum(dropped) AS dropped FROM request_quarter";
      const result = await client.query({ query, format: "JSONEachRow" });
      const [row] = z.array(z.object({ dropped: count })).parse(await result.json());
      return row?.dropped ?? 0;
    },
    /** Returns the number of rows by the second in which their requests were answered, in seconds since the epoch. */
    bySecond: async (): Promise<ReadonlyMap<number, number>> => {
      const query = "SELECT toUnixTimestamp(at) AS second, count() AS rows FROM clicks GROUP BY second";
      const result = await client.query({ query, format: "JSONEachRow" });
      const rows = z.array(z.object({ second: count, rows: count })).parse(await result.json());
      return new Map(rows.map(({ second, rows: found }) => [second, found]));
    },
    close: () => client.close(),
  };
}
