import { gzipSync } from "node:zlib";
import { createListener } from "@hoplog/platform/postgres/listener.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import pg from "pg";
import { Registry } from "prom-client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { type DestinationServer, file, htmlPage, startDestinationServer } from "../../testing/destinationServer.ts";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { followDestinations, requestWalk, walkNext } from "./follow.ts";
import { createDestinationMetrics } from "./metrics.ts";
import { forgetUnusedImages } from "./images.ts";
import { firstTurns, workDestinations, type DestinationWork } from "./work.ts";
import { destinationWork, otherHosts } from "./worker.ts";

const hour = 3_600_000;
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

let api: TestApi;
let server: DestinationServer;
let client: pg.Client;
let ada: TestUser;
let work: DestinationWork;
/** The clock is never set back, because the state of hosts is shared by all tests. */
let nowMs = Date.now();
beforeAll(async () => {
  [api, server] = await Promise.all([openTestApi(), startDestinationServer()]);
  client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  const base = { ...installation(), metrics: createDestinationMetrics(new Registry()), now: () => new Date(nowMs) };
  const pause = async (ms: number) => void (nowMs += ms);
  const made = { ...destinationWork(base, []), request: server.request, pause };
  work = { ...made, mayRequest: await otherHosts(client, installation()) };
});
const installation = () => ({ ...api.services, databaseUrl: api.databaseUrl, shortHosts: [] });
beforeEach(async () => {
  nowMs += 24 * hour;
  ada = await signUp(api);
});
afterEach(async () => {
  server.pages.clear();
  server.asked.length = 0;
  await client.query("DELETE FROM link");
  await client.query("DELETE FROM destination");
});
afterAll(async () => {
  await client.end();
  await api.close();
  await server.close();
});

/**
 * Collects all destinations and checks those that are due. The clock advances between checks, so that no host reaches
 * its rate limit.
 */
async function check(laterMs = 0): Promise<void> {
  nowMs += laterMs;
  await client.query(requestWalk);
  while (await walkNext(client, new Date(nowMs))) continue;
  const turns = firstTurns();
  do nowMs += 1000;
  while (await workDestinations(work, client, turns));
}

const linkTo = (place: string, more: object = {}) => makeLink(api, ada, { originalUrl: server.urlOf(place), ...more });
const destinationOf = async (id: string, user = ada) => {
  const { body } = await call(api, "GET", `/api/urls/${id}`, { user });
  return z.object({ data: z.looseObject({}) }).parse(body).data["destination"];
};
const imageAt = (url: unknown) => api.app.inject({ method: "GET", url: String(url) });

describe("a new link's destination", () => {
  it("is asked for its title, its icon and its picture, which only their owner is given", async () => {
    server.pages.set(
      "shop.example/a",
      htmlPage(`<title>Shop</title><meta name=description content="All of it">
      <link rel=icon href=/i.png><meta property=og:image content=/p.png>`),
    );
    server.pages.set("shop.example/i.png", file("text/html", png));
    server.pages.set("shop.example/p.png", file("image/png", png));
    const { id } = await linkTo("shop.example/a");
    expect(await destinationOf(id)).toBeUndefined();
    await check();
    const found = z
      .object({ iconUrl: z.string(), pictureUrl: z.string() })
      .loose()
      .parse(await destinationOf(id));
    expect(found).toMatchObject({ title: "Shop", description: "All of it", problem: null, deadSince: null });
    const image = await imageAt(found.iconUrl);
    expect([image.statusCode, image.rawPayload.equals(png)]).toEqual([200, true]);
    // The content type is detected from the bytes, not from the server's header.
    expect(image.headers).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "private, max-age=86400, immutable",
    });
    const { body } = await graphql(
      api,
      "query ($id: UUID!) { link(id: $id) { destination { title iconUrl pictureUrl deadSince } } }",
      { id },
      ada,
    );
    expect(body).toMatchObject({ data: { link: { destination: { title: "Shop", iconUrl: found.iconUrl } } } });
    const ofUrl = "query ($url: String!) { destination(url: $url) { title } }";
    const unknown = await graphql(api, ofUrl, { url: "https://shop.example/\0" }, ada);
    expect(unknown.body).toEqual({ data: { destination: { title: null } } });
    expect(server.asked).toEqual(["GET shop.example/a", "GET shop.example/i.png", "GET shop.example/p.png"]);
  });

  it("has images at addresses that nobody can make up, and that don't last", async () => {
    server.pages.set("shop.example/", htmlPage("<title>a</title>"));
    server.pages.set("shop.example/favicon.ico", file("image/png", png));
    const { id } = await linkTo("shop.example/");
    await check();
    const { iconUrl } = z
      .object({ iconUrl: z.string() })
      .loose()
      .parse(await destinationOf(id));
    const stranger = await signUp(api);
    expect((await call(api, "GET", `/api/urls/${id}`, { user: stranger })).status).toBe(404);
    const { rows } = await client.query<{ id: string }>(
      sql`SELECT id FROM destination_image WHERE owner_id = ${ada.id}`,
    );
    const forged = Buffer.concat([Buffer.from(rows[0]?.id.replaceAll("-", "") ?? "", "hex"), Buffer.alloc(32)]);
    for (const wrong of [
      rows[0]?.id,
      forged.toString("base64url"),
      `${iconUrl.slice(0, -1)}${iconUrl.endsWith("_") ? "A" : "_"}`.split("/").at(-1),
      "x",
    ]) {
      expect((await imageAt(`/api/destinations/images/${wrong}`)).statusCode).toBe(404);
    }
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 48 * hour });
    expect((await imageAt(iconUrl)).statusCode).toBe(404);
    vi.useRealTimers();
    expect((await imageAt(iconUrl)).statusCode).toBe(200);
    await call(api, "DELETE", `/api/urls/${id}`, { user: ada });
    await forgetUnusedImages(client, new Date());
    expect((await imageAt(iconUrl)).statusCode).toBe(404);
  });

  it("is noted and forgotten by itself, also when it changes", async () => {
    const { databaseUrl, services } = api;
    const listener = createListener({ databaseUrl, applicationName: "test", logger: services.logger });
    const following = await followDestinations({ ...installation(), listener });
    const urls = async () => {
      const { rows } = await client.query<{ url: string }>(sql`SELECT url FROM destination WHERE owner_id = ${ada.id}`);
      return rows.map(({ url }) => url);
    };
    try {
      const { id } = await linkTo("one.example/");
      await expect.poll(() => urls()).toEqual([server.urlOf("one.example/")]);
      await call(api, "PUT", `/api/urls/${id}`, { user: ada, body: { originalUrl: server.urlOf("two.example/") } });
      await expect.poll(() => urls()).toEqual([server.urlOf("two.example/")]);
      const other = await linkTo("two.example/", { name: "Another" });
      await call(api, "DELETE", `/api/urls/${id}`, { user: ada });
      expect(await urls()).toEqual([server.urlOf("two.example/")]);
      await call(api, "DELETE", `/api/urls/${other.id}`, { user: ada });
      expect(await urls()).toEqual([]);
    } finally {
      await following.stop();
      await listener.close();
    }
  });

  it("is asked once for all links that lead there, and its icon once for all of its pages", async () => {
    for (const page of ["a", "b"]) server.pages.set(`shop.example/${page}`, htmlPage("<title>a</title>"));
    server.pages.set("shop.example/favicon.ico", file("image/png", png));
    for (const [name, page] of [
      ["One", "a"],
      ["Two", "a"],
      ["Three", "b"],
    ] as const)
      await linkTo(`shop.example/${page}`, { name });
    await check();
    expect(server.asked.toSorted()).toEqual([
      "GET shop.example/a",
      "GET shop.example/b",
      "GET shop.example/favicon.ico",
    ]);
  });

  it("is left alone where the link is off, archived or our own, and each host is asked by itself", async () => {
    const off = await linkTo("off.example/");
    await call(api, "PATCH", `/api/urls/${off.id}/toggle-status`, { user: ada });
    const archived = await linkTo("archived.example/", { name: "Archived" });
    await call(api, "PUT", `/api/urls/${archived.id}`, { user: ada, body: { isArchived: true } });
    server.pages.set("circle.example/", (response) =>
      response.writeHead(302, { location: "http://localhost:3001/abc" }).end(),
    );
    const { id } = await linkTo("circle.example/");
    await check();
    expect(server.asked).toContain("GET circle.example/");
    expect(server.asked.filter((one) => /archived|off/.test(one))).toEqual([]);
    expect(await destinationOf(id)).toMatchObject({ problem: null, title: null });
  });
});

it.each([
  "http://localhost:3001/a",
  "http://localhost.:3001/a",
  "http://127.0.0.2:3001/a",
  "http://[::ffff:127.0.0.1]:3001/a",
  "http://go.example./a",
])("%s, of our own, is not to be asked", async (url) => {
  const isOther = await otherHosts(client, { ...installation(), shortHosts: ["go.example"] });
  expect([isOther(new URL(url)), isOther(new URL("http://else.example./a"))]).toEqual([false, true]);
});

it("a host is ours only if its domain is served, not if somebody has claimed it", async () => {
  const urlOf = (name: string) => new URL(`https://${name}/a`);
  for (const name of ["claimed.example", "served.example"]) {
    await call(api, "POST", "/api/domains", { user: ada, body: { name } });
  }
  await api.services.reads.query("UPDATE domain SET state = 'verified' WHERE name = 'served.example'");
  const isOther = await otherHosts(client, installation());
  expect([isOther(urlOf("claimed.example")), isOther(urlOf("served.example"))]).toEqual([true, false]);
});

it("looks for an image again with the next check where its host had no time for it", async () => {
  server.pages.set(
    "shop.example/",
    htmlPage(`<title>a</title><meta property=og:image content=${server.urlOf("cdn.example/p.png")}>`),
  );
  server.pages.set("cdn.example/p.png", file("image/png", png));
  const { id } = await linkTo("shop.example/");
  // Other checks have used up the requests that this host may get.
  for (let turn = 0; turn < 20; turn++) work.hosts.take("cdn.example", nowMs, Infinity);
  await check();
  expect(await destinationOf(id)).toMatchObject({ title: "a", pictureUrl: null });
  expect(server.asked).not.toContain("GET cdn.example/p.png");
  await check(27 * hour);
  expect(await destinationOf(id)).toMatchObject({ title: "a", pictureUrl: expect.any(String) });
});

describe("a hostile destination", () => {
  it.each<[string, (server: DestinationServer) => void]>([
    [
      "answers byte by byte",
      ({ pages }) =>
        pages.set("evil.example/", (response) => {
          response.writeHead(200, { "content-type": "text/html" });
          const drip = setInterval(() => response.write("x"), 50);
          response.on("close", () => clearInterval(drip));
        }),
    ],
    [
      "never ends",
      ({ pages }) =>
        pages.set("evil.example/", (response) => {
          response.writeHead(200, { "content-type": "text/html" });
          const more = () => {
            while (!response.destroyed && response.write("<p>".repeat(1000)));
          };
          response.on("drain", more);
          more();
        }),
    ],
    [
      "sends a bomb",
      ({ pages }) =>
        pages.set("evil.example/", (response) =>
          response
            .writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" })
            .end(gzipSync(Buffer.alloc(50_000_000, "<"))),
        ),
    ],
    [
      "redirects to where we are",
      ({ pages }) =>
        pages.set("evil.example/", (response) => response.writeHead(302, { location: "http://127.0.0.2/" }).end()),
    ],
    [
      "redirects to a cloud's secrets",
      ({ pages }) =>
        pages.set("evil.example/", (response) =>
          response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data" }).end(),
        ),
    ],
  ])("that %s has no title, and holds up nobody", async (_what, prepare) => {
    prepare(server);
    server.pages.set("good.example/", htmlPage("<title>Good</title>"));
    const [evil, good] = [await linkTo("evil.example/"), await linkTo("good.example/", { name: "Good" })];
    const began = performance.now();
    await check();
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await destinationOf(evil.id)).toMatchObject({ title: null, iconUrl: null });
    expect(await destinationOf(good.id)).toMatchObject({ title: "Good" });
  });

  it("can have no image that is none", async () => {
    server.pages.set("evil.example/", htmlPage("<link rel=icon href=/i><meta property=og:image content=/p>"));
    server.pages.set("evil.example/i", file("image/png", Buffer.from("<svg onload='alert(1)'/>")));
    server.pages.set("evil.example/p", file("image/png", Buffer.concat([png, Buffer.alloc(300_000)])));
    const { id } = await linkTo("evil.example/");
    await check();
    expect(await destinationOf(id)).toMatchObject({ iconUrl: null, pictureUrl: null });
  });

  it("has a title that is text", async () => {
    const title = `\u202E<script>alert(1)</script>${"x".repeat(1_000_000)}`;
    server.pages.set("evil.example/", htmlPage(`<meta property=og:title content="${title}">`));
    const { id } = await linkTo("evil.example/");
    await check();
    const found = z
      .object({ title: z.string().nullable() })
      .loose()
      .parse(await destinationOf(id));
    expect(found.title?.startsWith("<script>alert(1)</script>xxx") ?? true).toBe(true);
    expect(found.title?.length ?? 0).toBeLessThan(250);
  });
});

describe("a destination that is there no more", () => {
  it("is dead after two checks in a row, is found by that, and is alive again with its first answer", async () => {
    const [gone, there] = [await linkTo("shop.example/gone"), await linkTo("shop.example/there", { name: "There" })];
    server.pages.set("shop.example/there", htmlPage("<title>There</title>"));
    await check();
    expect(await destinationOf(gone.id)).toMatchObject({ problem: "notFound", deadSince: null });
    await check(9 * hour);
    const dead = await destinationOf(gone.id);
    expect(dead).toMatchObject({ problem: "notFound", deadSince: expect.any(String) });
    const listed = async (query: string) => {
      const { body } = await call(api, "GET", `/api/urls?${query}`, { user: ada });
      return z
        .object({ data: z.array(z.object({ _id: z.string() })) })
        .parse(body)
        .data.map(({ _id }) => _id);
    };
    expect([await listed("deadDestination=true"), await listed("deadDestination=false")]).toEqual([
      [gone.id],
      [there.id],
    ]);
    const query = "{ links(filter: { deadDestination: true }) { totalCount edges { node { id } } } }";
    expect((await graphql(api, query, {}, ada)).body).toMatchObject({
      data: { links: { totalCount: 1, edges: [{ node: { id: gone.id } }] } },
    });
    server.asked.length = 0;
    server.pages.set("shop.example/gone", htmlPage("<title>Back</title>"));
    await check(27 * hour);
    expect(await destinationOf(gone.id)).toMatchObject({ problem: null, deadSince: null, title: "Back" });
    // A destination that is known to work is checked with a HEAD request.
    expect(server.asked).toContain("HEAD shop.example/there");
    expect(await listed("deadDestination=true")).toEqual([]);
  });

  it("is asked for all of it where it doesn't like to be asked for less", async () => {
    server.pages.set("shop.example/", (response, { method }) =>
      method === "HEAD" ? response.writeHead(405).end() : htmlPage("<title>a</title>")(response, response.req),
    );
    const { id } = await linkTo("shop.example/");
    await check();
    await check(27 * hour);
    expect(server.asked.filter((one) => !one.endsWith("ico"))).toEqual([
      "GET shop.example/",
      "HEAD shop.example/",
      "GET shop.example/",
    ]);
    expect(await destinationOf(id)).toMatchObject({ problem: null, title: "a" });
  });
});

describe("a workspace that doesn't want it", () => {
  it("has nothing of it any more, and gets it back", async () => {
    server.pages.set("shop.example/", htmlPage("<title>a</title>"));
    const { id } = await linkTo("shop.example/");
    await check();
    const off = await call(api, "PUT", "/api/destinations/checks", { user: ada, body: { isOn: false } });
    expect(off.body).toMatchObject({ data: { isOn: false, destinations: 0 } });
    server.asked.length = 0;
    await check(27 * hour);
    expect([await destinationOf(id), server.asked]).toEqual([undefined, []]);
    const { body } = await graphql(api, "mutation { setDestinationChecks(isOn: true) { isOn destinations } }", {}, ada);
    expect(body).toMatchObject({ data: { setDestinationChecks: { isOn: true } } });
    await check();
    expect(await destinationOf(id)).toMatchObject({ title: "a" });
  });
});

describe("a process that ends while it asks", () => {
  it("leaves what it has begun to the next one, after some minutes, and nothing half written", async () => {
    server.pages.set("shop.example/", htmlPage("<title>a</title>"));
    const { id } = await linkTo("shop.example/");
    await client.query(requestWalk);
    await walkNext(client, new Date(nowMs));
    const killed = { ...work, request: () => Promise.reject(new Error("killed")) };
    await expect(workDestinations(killed, client, firstTurns())).rejects.toThrow("killed");
    await check();
    expect([server.asked, await destinationOf(id)]).toEqual([[], undefined]);
    await check(hour / 6);
    expect(await destinationOf(id)).toMatchObject({ title: "a" });
  });
});
