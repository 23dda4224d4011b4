import type { RequestListener } from "node:http";
import { Writable } from "node:stream";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { expect, it, onTestFinished } from "vitest";
import { execute } from "../../../kernel/database/statements.ts";
import { insertClicks } from "../../../testing/clicks.ts";
import { listingIn, operate, serve } from "../../../testing/listings.ts";
import { mailTo } from "../../../testing/mails.ts";
import { call, makeLink, openTestApi, signUp } from "../../../testing/testApi.ts";

const key = "a-key-that-nobody-may-read";

/**
 * Runs an API with a checker that classifies every URL of `bad` as harmful. If `trouble` is set, `trouble` answers
 * instead.
 */
async function withChecker(bad: ReadonlySet<string>) {
  const asked: string[] = [];
  const state: { trouble: RequestListener | null } = { trouble: null };
  const { url } = await serve((request, response) => {
    const uri = new URL(request.url ?? "", "http://checker").searchParams.get("uri") ?? "";
    asked.push(uri);
    if (state.trouble) state.trouble(request, response);
    else response.end(JSON.stringify(bad.has(uri) ? { threat: { threatTypes: ["SOCIAL_ENGINEERING"] } } : {}));
  });
  let logged = "";
  const destination = new Writable({ write: (chunk, _encoding, done) => ((logged += String(chunk)), done()) });
  const settings = { urlChecker: { url, key } };
  const api = await openTestApi({ settings, logger: createLogger("api", "debug", destination) });
  onTestFinished(async () => {
    await api.close();
    expect(logged).not.toContain(key);
  });
  const user = await signUp(api);
  const checks = async (result: string) =>
    (await api.registry.getSingleMetric("hoplog_api_url_checks_total")?.get())?.values.find(
      ({ labels }) => labels["result"] === result,
    )?.value ?? 0;
  const sql = async (text: string) => (await api.services.reads.query(text)).rows;
  const listing = (id: string) => () => listingIn(api, user, id);
  return { api, user, asked, state, checks, sql, listing };
}

const phishing = { reason: "It is suspected of phishing", source: "checker" };

it("is asked about what is new, once for each URL, and decides until its verdict changes", async () => {
  const bad = new Set(["https://bad.example/a"]);
  const { api, user, asked, sql, listing } = await withChecker(bad);
  const arms = [
    { url: "https://good.example/", weight: 1 },
    { url: "https://bad.example/a", weight: 1 },
  ];
  const { id, code } = await makeLink(api, user, { originalUrl: "https://good.example/", split: { arms } });
  const good = await makeLink(api, user, { originalUrl: "https://good.example/" });
  await expect.poll(listing(id)).toEqual({ url: "https://bad.example/a", ...phishing });
  expect((await mailTo(api, user.email, "show a warning")).text).toContain(code);
  await expect.poll(() => sql("SELECT FROM link_check WHERE due_at < now()")).toEqual([]);
  expect(asked.toSorted()).toEqual(["https://bad.example/a", "https://good.example/"]);
  expect(await listing(good.id)()).toBeUndefined();

  // A changed destination is checked as well.
  await call(api, "PUT", `/api/urls/${good.id}`, { user, body: { originalUrl: "https://bad.example/a" } });
  await expect.poll(listing(good.id)).toMatchObject(phishing);
  await call(api, "PUT", `/api/urls/${good.id}`, { user, body: { originalUrl: "https://example.com/" } });
  await expect.poll(listing(good.id)).toBeUndefined();

  // The listing remains because of the blocklist, although the checker no longer classifies the URL as harmful.
  await operate(api, "block", "bad.example");
  bad.clear();
  await sql("UPDATE url_verdict SET expires_at = now() WHERE threat IS NOT NULL");
  await sql("UPDATE link_check SET due_at = now()");
  await expect.poll(listing(id)).toMatchObject({ source: "blocklist" });
  await operate(api, "unblock", "bad.example");
  await expect.poll(listing(id)).toBeUndefined();
});

it("is asked about everybody's links in turns, however many somebody has", async () => {
  const { api, user, asked } = await withChecker(new Set());
  const owner = await signUp(api);
  const few = await makeLink(api, user, { originalUrl: "https://example.com/" });
  await expect.poll(() => asked).toHaveLength(1);
  await api.services.orm.em.fork().transactional(async (tx) => {
    await execute(tx, sql`UPDATE link SET original_url = 'https://few.example/' WHERE id = ${few.id}`);
    await execute(
      tx,
      sql`WITH many AS (
         INSERT INTO link (id, owner_id, name, code, original_url, is_active, revision, created_at, updated_at)
         SELECT gen_random_uuid(), ${owner.id}, 'Many', 'many-' || n, 'https://many.example/' || n, true, 1, now(), now()
         FROM generate_series(1, 1000) AS n RETURNING id)
       INSERT INTO link_check (link_id, stage, is_new, due_at, since)
       SELECT id, 'ask', true, now() - interval '1 hour', now() FROM many`,
    );
    await execute(
      tx,
      sql`INSERT INTO link_check (link_id, stage, is_new, due_at, since) VALUES (${few.id}, 'ask', true, now(), now())
       ON CONFLICT (link_id) DO UPDATE SET stage = 'ask', is_new = true, due_at = now()`,
    );
  });
  await expect.poll(() => asked).toContain("https://few.example/");
  expect(asked.indexOf("https://few.example/")).toBeLessThan(200);
});

it("is survived whatever it does, and asked again", async () => {
  const { api, user, asked, state, checks, sql, listing } = await withChecker(new Set(["https://bad.example/"]));
  state.trouble = (_request, response) => response.writeHead(500).end();
  const { id } = await makeLink(api, user, { originalUrl: "https://bad.example/" });
  await expect.poll(() => checks("failed")).toBe(1);
  expect(asked).toHaveLength(1);
  expect(await listing(id)()).toBeUndefined();
  // The blocklist still lists links while the checker fails.
  const other = await makeLink(api, user, { originalUrl: "https://other.example/" });
  await operate(api, "block", "other.example");
  await expect.poll(listing(other.id)).toMatchObject({ source: "blocklist" });
  await expect.poll(() => sql("SELECT failures FROM link_check WHERE failures > 0")).toHaveLength(1);
  state.trouble = null;
  // The check is retried after ten seconds.
  await expect.poll(listing(id), { interval: 100 }).toMatchObject(phishing);
  expect(await checks("threat")).toBe(1);
});

it("is asked anew about links that people click, and given up where it never answers", async () => {
  const bad = new Set<string>();
  const { api, user, asked, state, sql, listing } = await withChecker(bad);
  const [clicked, visitedByBots] = [
    await makeLink(api, user, { originalUrl: "https://clicked.example/" }),
    await makeLink(api, user, { originalUrl: "https://bots.example/" }),
  ];
  await expect.poll(() => sql("SELECT FROM url_verdict")).toHaveLength(2);
  // Both links have been marked by the verdict; the checker is not queried again for pending marks.
  await expect.poll(() => sql("SELECT FROM link_check WHERE due_at <= now()")).toEqual([]);
  const click = { ownerId: user.id, at: new Date().toISOString() };
  await insertClicks(api, [
    { ...click, linkId: clicked.id },
    { ...click, linkId: visitedByBots.id, isBot: true },
  ]);
  bad.add("https://clicked.example/").add("https://bots.example/");
  asked.length = 0;
  await sql("UPDATE url_verdict SET checked_at = now() - interval '13 hours'");
  await sql("UPDATE blocklist_state SET clicked_links_at = now() - interval '1 day'");
  const { queueClickedLinks } = await import("./clickedLinks.ts");
  const client = await api.services.reads.connect();
  try {
    await queueClickedLinks(client, api.services);
  } finally {
    client.release();
  }
  await expect.poll(listing(clicked.id)).toMatchObject(phishing);
  expect(asked).toEqual(["https://clicked.example/"]);
  expect(await listing(visitedByBots.id)()).toBeUndefined();

  // The verdict expired a day ago, and the checker is unavailable.
  state.trouble = (_request, response) => response.writeHead(503).end();
  await sql("UPDATE url_verdict SET expires_at = now() - interval '25 hours'");
  await sql("UPDATE link_check SET due_at = now(), since = now() - interval '25 hours'");
  await expect.poll(listing(clicked.id)).toBeUndefined();
});
