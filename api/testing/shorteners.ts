import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

/** Failures of a stand-in server instead of a response. */
export type Trouble = "slower" | "down" | "broken" | "html" | "hangUp";

/**
 * Replaces the APIs of other shorteners on one port, according to their documentation and code; requests with a wrong
 * key are rejected.
 */
export interface Shorteners {
  readonly url: string;
  /** Paths of requests with their queries, in order. */
  readonly asked: string[];
  /** Failures of the next requests, one each; null for none. */
  readonly troubles: (Trouble | null)[];
  close(): Promise<void>;
}

export const shortenerKey = "key-of-ada";

interface Call {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly form: URLSearchParams;
  readonly url: string;
}

type Handler = (call: Call) => unknown;

const page = <T>(items: readonly T[], from: number, size: number) => items.slice(from, from + size);
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
const day = "2020-05-01T10:00:00.000Z";
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1";
/** Number of visits of a Shlink link; the visits of the first link take three pages. */
const visitsOf = (n: number) => (n === 1 ? 2500 : n <= 4 ? n : 0);
const unauthorized = Symbol("unauthorized");

/** Starts servers with `count` links each; those of Short.io and Bitly are in two lists. */
export async function startShorteners(count: number): Promise<Shorteners> {
  const all = numbers(count);
  const half = Math.ceil(count / 2);
  const lists = (name: string) => (name === "g1" || name === "1" ? all.slice(0, half) : all.slice(half));
  const need = (given: string | string[] | undefined, wanted: string, answer: () => unknown) =>
    given === wanted ? answer() : unauthorized;

  const handlers: Readonly<Record<string, Handler>> = {
    "/v4/groups": ({ headers }) =>
      need(headers.authorization, `Bearer ${shortenerKey}`, () => ({ groups: [{ guid: "g1" }, { guid: "g2" }] })),
    "/v4/groups/:/bitlinks": ({ headers, path, query, url }) =>
      need(headers.authorization, `Bearer ${shortenerKey}`, () => {
        const own = lists(path.split("/")[3] ?? "");
        const [from, size] = [Number(query.get("search_after") ?? 0), Number(query.get("size"))];
        const more = from + size < own.length;
        const next = more ? `${url}${path}?size=${size}&archived=both&search_after=${from + size}` : "";
        const links = page(own, from, size).map((n) => ({
          id: `bit.ly/bitly${n}`,
          link: `https://bit.ly/bitly${n}`,
          long_url: `https://example.com/${n}`,
          title: `Bitly ${n}`,
          created_at: "2020-05-01T10:00:00+0000",
          archived: n === 1,
          tags: ["t"],
          custom_bitlinks: [],
        }));
        return { links, pagination: { next, size } };
      }),
    "/v4/bitlinks/:/clicks": ({ headers, path }) =>
      need(headers.authorization, `Bearer ${shortenerKey}`, () => {
        const n = Number(/bitly(\d+)/.exec(path)?.[1]);
        const days = numbers(n % 3).map((d) => ({ clicks: d, date: `2022-03-0${d}T00:00:00+0000` }));
        return { units: -1, unit: "day", unit_reference: day, link_clicks: days };
      }),
    "/v1/links": ({ headers, query }) =>
      need(headers["apikey"], shortenerKey, () => {
        const last = query.get("last");
        const from = last === null ? 0 : Number(last.slice(1));
        // The page has at most 25 links, however many are requested.
        return page(all, from, Math.min(25, Number(query.get("limit")))).map((n) => ({
          id: `r${n}`,
          title: `Rebrandly ${n}`,
          slashtag: `rebrand${n}`,
          destination: `https://example.com/${n}`,
          shortUrl: `rebrand.ly/rebrand${n}`,
          domain: { id: "d", fullName: "rebrand.ly" },
          createdAt: day,
          clicks: n,
        }));
      }),
    "/api/domains": ({ headers }) =>
      need(headers.authorization, shortenerKey, () => [
        { id: 1, hostname: "a.example" },
        { id: 2, hostname: "b.example" },
      ]),
    "/api/links": ({ headers, query }) =>
      need(headers.authorization, shortenerKey, () => {
        const own = lists(query.get("domain_id") ?? "");
        const [from, size] = [Number(query.get("pageToken") ?? 0), Number(query.get("limit"))];
        const links = page(own, from, size).map((n) => ({
          idString: `lnk_${n}`,
          originalURL: `https://example.com/${n}`,
          path: `short${n}`,
          title: `Short ${n}`,
          createdAt: day,
          hasPassword: n === 2,
        }));
        return { count: own.length, links, nextPageToken: from + size < own.length ? String(from + size) : null };
      }),
    "/links": ({ headers, query }) =>
      need(headers.authorization, `Bearer ${shortenerKey}`, () => {
        const size = Number(query.get("pageSize"));
        return page(all, (Number(query.get("page")) - 1) * size, size).map((n) => ({
          id: `link_${n}`,
          domain: "dub.sh",
          key: `dub${n}`,
          url: `https://example.com/${n}`,
          title: `Dub ${n}`,
          tags: [{ id: "1", name: "t", color: "red" }],
          createdAt: day,
          clicks: n === 1 ? 4 : 0,
        }));
      }),
    // The call is rejected, because the plan does not include analytics.
    "/analytics": () => unauthorized,
    "/rest/v3/short-urls": ({ headers, query }) =>
      need(headers["x-api-key"], shortenerKey, () => {
        const [at, size] = [Number(query.get("page")), Number(query.get("itemsPerPage"))];
        const data = page(all, (at - 1) * size, size).map((n) => ({
          shortCode: `shlink${n}`,
          shortUrl: `https://s.example/shlink${n}`,
          longUrl: `https://example.com/${n}`,
          dateCreated: "2020-05-01T12:00:00+02:00",
          tags: [],
          meta: { validSince: null, validUntil: null, maxVisits: null },
          domain: null,
          title: `Shlink ${n}`,
          hasRedirectRules: n === 1,
          visitsSummary: { total: visitsOf(n), nonBots: visitsOf(n), bots: 0 },
        }));
        return { shortUrls: { data, pagination: { currentPage: at, pagesCount: Math.ceil(all.length / size) } } };
      }),
    "/rest/v3/short-urls/:/redirect-rules": ({ headers }) =>
      need(headers["x-api-key"], shortenerKey, () => ({
        defaultLongUrl: "https://example.com/1",
        redirectRules: [
          {
            longUrl: "https://example.com/de",
            priority: 1,
            conditions: [{ type: "geolocation-country-code", matchKey: null, matchValue: "DE" }],
          },
        ],
      })),
    "/rest/v3/short-urls/:/visits": ({ headers, path, query }) =>
      need(headers["x-api-key"], shortenerKey, () => {
        const [at, size] = [Number(query.get("page")), Number(query.get("itemsPerPage"))];
        const n = Number(/shlink(\d+)/.exec(path)?.[1]);
        // A link that was deleted after the list was read.
        if (n === 3) return undefined;
        const own = numbers(visitsOf(n));
        const data = page(own, (at - 1) * size, size).map((v) => ({
          referer: v % 2 === 0 ? "https://www.news.example/today?id=1" : "",
          date: `2021-0${1 + (v % 3)}-15T12:07:09+02:00`,
          userAgent: phone,
          visitLocation: v % 5 === 0 ? null : { countryCode: "DE", countryName: "Germany", cityName: "Berlin" },
          potentialBot: v % 10 === 0,
          visitedUrl: "https://s.example/x",
        }));
        return { visits: { data, pagination: { currentPage: at, pagesCount: Math.ceil(own.length / size) } } };
      }),
    "/api/v2/links": ({ headers, query }) =>
      need(headers["x-api-key"], shortenerKey, () => {
        const [skip, limit] = [Number(query.get("skip")), Math.min(50, Number(query.get("limit")))];
        const data = page(all, skip, limit).map((n) => ({
          id: `k${n}`,
          address: `kutt${n}`,
          banned: false,
          created_at: day,
          link: `https://kutt.example/kutt${n}`,
          password: n === 2,
          target: `https://example.com/${n}`,
          description: `Kutt ${n}`,
          visit_count: 0,
        }));
        return { limit, skip, total: all.length, data };
      }),
    "/yourls-api.php": ({ form }) =>
      need(form.get("signature") ?? "", shortenerKey, () => {
        const shown = page(all, Number(form.get("start")), Number(form.get("limit")));
        const links = Object.fromEntries(
          shown.map((n, i) => [
            `link_${i + 1}`,
            {
              shorturl: `http://y.example/yourls${n}`,
              url: `https://example.com/${n}`,
              title: `YOURLS ${n}`,
              timestamp: "2020-05-01 10:00:00",
              ip: "192.0.2.1",
              clicks: "0",
            },
          ]),
        );
        // PHP encodes an empty object as a list.
        return { links: shown.length > 0 ? links : [], stats: { total_links: String(all.length) }, statusCode: 200 };
      }),
  };

  const asked: string[] = [];
  const troubles: (Trouble | null)[] = [];
  let url = "";
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    asked.push(request.url ?? "");
    const { pathname, searchParams: query } = new URL(request.url ?? "", url);
    const form = new URLSearchParams((await buffer(request)).toString());
    const trouble = troubles.shift() ?? null;
    if (trouble === "hangUp") return void request.socket.destroy();
    if (trouble === "slower") return void response.writeHead(429, { "retry-after": "30" }).end("{}");
    if (trouble === "down") return void response.writeHead(502).end("<html>Bad Gateway</html>");
    if (trouble === "html") return void response.writeHead(200).end("<html>Just a moment</html>");
    if (trouble === "broken") return void response.writeHead(200).end('{"links": [{"id": 1');
    const name = pathname.replace(
      /^(\/v4\/groups|\/v4\/bitlinks\/[^/]+|\/rest\/v3\/short-urls)\/[^/]+\//,
      (_, before: string) => (before.startsWith("/v4/bitlinks") ? "/v4/bitlinks/:/" : `${before}/:/`),
    );
    const body = handlers[name]?.({ path: pathname, query, headers: request.headers, form, url });
    const status = body === undefined ? 404 : body === unauthorized ? 403 : 200;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body ?? {}) ?? "{}");
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  return {
    url,
    asked,
    troubles,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
