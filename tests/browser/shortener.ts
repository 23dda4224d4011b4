import { once } from "node:events";
import { createServer } from "node:http";
import { freePort } from "@hoplog/stack/processes/ports.js";

/** Stands in for a Kutt that people run themselves, with so many links, which it gives away ten at a time to who has the key. */
export async function openShortener(key: string, count: number): Promise<{ url: string; close(): void }> {
  const links = Array.from({ length: count }, (_, n) => ({
    id: `k${n}`,
    address: `kutt-${n}`,
    banned: false,
    created_at: "2020-05-01T10:00:00.000Z",
    link: `https://kutt.example/kutt-${n}`,
    password: n === 0,
    target: `https://example.com/${n}`,
    description: `Kutt ${n}`,
    visit_count: 0,
  }));
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://kutt.example");
    const isAsked = pathname === "/api/v2/links" && request.headers["x-api-key"] === key;
    const skip = Number(searchParams.get("skip"));
    const answer = { limit: 10, skip, total: count, data: links.slice(skip, skip + 10) };
    response.writeHead(isAsked ? 200 : 403, { "content-type": "application/json" }).end(JSON.stringify(answer));
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
