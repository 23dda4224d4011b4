import { once } from "node:events";
import { createServer } from "node:http";
import { freePort } from "@hoplog/platform/process/freePort.js";

const day = "2020-05-01T10:00:00.000Z";

/** One link of the fake Shlink, with 40 visits in three months. */
const shlinkLink = {
  shortCode: "shlink-1",
  shortUrl: "https://s.example/shlink-1",
  longUrl: "https://example.com/shlink",
  dateCreated: day,
  tags: [],
  domain: null,
  title: "Shlink 1",
  visitsSummary: { total: 40, nonBots: 40, bots: 0 },
};
const shlinkVisits = Array.from({ length: 40 }, (_, n) => ({
  referer: n % 2 === 0 ? "https://news.example/today" : "",
  date: `2021-0${1 + (n % 3)}-15T12:07:09+02:00`,
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  visitLocation: { countryCode: n % 5 === 0 ? "FR" : "DE" },
  potentialBot: n % 10 === 0,
}));
const pagination = { currentPage: 1, pagesCount: 1 };
const shlinkAnswers: Readonly<Record<string, object>> = {
  "/rest/v3/short-urls": { shortUrls: { data: [shlinkLink], pagination } },
  "/rest/v3/short-urls/shlink-1/visits": { visits: { data: shlinkVisits, pagination } },
};

/**
 * Fakes a self-hosted Kutt with `count` links, served ten at a time to clients with the key, and a Shlink with one
 * link.
 */
export async function openShortener(key: string, count: number): Promise<{ url: string; close(): void }> {
  const links = Array.from({ length: count }, (_, n) => ({
    id: `k${n}`,
    address: `kutt-${n}`,
    banned: false,
    created_at: day,
    link: `https://kutt.example/kutt-${n}`,
    password: n === 0,
    target: `https://example.com/${n}`,
    description: `Kutt ${n}`,
    visit_count: 0,
  }));
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://kutt.example");
    const skip = Number(searchParams.get("skip"));
    const kutt = { limit: 10, skip, total: count, data: links.slice(skip, skip + 10) };
    const answer = pathname === "/api/v2/links" ? kutt : shlinkAnswers[pathname];
    const isAsked = answer !== undefined && request.headers["x-api-key"] === key;
    response.writeHead(isAsked ? 200 : 403, { "content-type": "application/json" }).end(JSON.stringify(answer ?? {}));
  });
  const port = await freePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
