import { v7 as uuid } from "uuid";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { eraseClicks } from "../../operations/erasure/eraseClicks.ts";
import { insertClicks } from "../../testing/clicks.ts";
import {
  clickOn,
  conversionRows,
  conversionsWritten,
  dataOf,
  hopIdOf,
  report,
  sale,
} from "../../testing/conversions.ts";
import { cutClicksOf } from "../../testing/retention.ts";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { workConversions } from "./worker.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await openTestApi();
  user = await signUp(api);
});
afterAll(() => api.close());

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const post = (body: object, by = user) => call(api, "POST", "/api/conversions", { user: by, body });
const get = (path: string, by = user) => dataOf(api, path, by);

const rowsOf = (owner: TestUser) => conversionRows(api, owner);

describe("what is reported", () => {
  it("is taken at once, however early, and has the facts of its click as soon as that is there", async () => {
    const owner = await signUp(api);
    const { id: linkId } = await makeLink(api, owner);
    const click = { id: uuid(), ownerId: owner.id, linkId, at: minutesAgo(1), country: "AT", browser: "Firefox" };
    const body = { clickId: hopIdOf(click), ...sale, name: " Order ", eventId: "order-1" };
    const answer = await post(body, owner);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        created: true,
        data: { clickId: body.clickId, linkId, ...sale, name: "Order", eventId: "order-1", matched: null },
      },
    });
    const at = `${click.at.slice(0, 19)}.000Z`;
    expect(answer.body).toMatchObject({ data: { clickedAt: at } });
    const figures = () => get(`/api/conversions/figures?linkId=${linkId}`, owner);
    expect(await figures()).toMatchObject({ leads: 0, sales: 0, revenue: [] });
    await insertClicks(api, [{ ...click, rule: 2, arm: 3 }]);
    await expect.poll(figures).toMatchObject({
      sales: 1,
      revenue: [{ currency: "EUR", amount: 4900 }],
      people: 1,
      rate: 1,
      byDay: [{ date: at.slice(0, 10), leads: 0, sales: 1, revenue: [{ currency: "EUR", amount: 4900 }] }],
      byRoute: [{ rule: 2, arm: 3, sales: 1, people: 1, rate: 1 }],
    });
    await conversionsWritten(api, owner);
    expect(await rowsOf(owner)).toMatchObject([
      { country: "AT", browser: "Firefox", matched: true, click_id: click.id },
    ]);
    expect(await get("/api/conversions", owner)).toMatchObject([{ matched: true }]);
  });

  it("is the same one again by the caller's own id, of whichever of many at a time", async () => {
    const { id: linkId } = await makeLink(api, user);
    const body = { clickId: await clickOn(api, user, linkId), type: "lead", eventId: "sign-up 1" };
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(7).fill(200), 201]);
    const ids = answers.map(({ body: { data } }) => (data as { _id: string })._id);
    expect(new Set(ids).size).toBe(1);
    // Event ids are unique per workspace: another workspace may use the same ones.
    const stranger = await signUp(api);
    const elsewhere = { ...body, clickId: await clickOn(api, stranger, (await makeLink(api, stranger)).id) };
    expect((await post(elsewhere, stranger)).status).toBe(201);
    // After a conversion is deleted, its event id can be used again.
    expect((await call(api, "DELETE", `/api/conversions/${ids[0]}`, { user })).status).toBe(200);
    expect((await call(api, "DELETE", `/api/conversions/${ids[0]}`, { user })).status).toBe(404);
    expect(await post(body)).toMatchObject({ status: 201, body: { created: true } });
    await conversionsWritten(api, user);
    expect((await rowsOf(user)).filter(({ link_id }) => link_id === linkId)).toHaveLength(1);
  });

  it("is done once for an Idempotency-Key", async () => {
    const { id: linkId } = await makeLink(api, user);
    const payload = { clickId: await clickOn(api, user, linkId), type: "lead" };
    const headers = { authorization: `Bearer ${user.accessToken}`, "idempotency-key": "lead-1" };
    const send = () => api.app.inject({ method: "POST", url: "/api/conversions", headers, payload });
    const [first, second] = [await send(), await send()];
    expect([first.statusCode, second.statusCode, second.headers["idempotent-replayed"]]).toEqual([201, 201, "true"]);
    expect(second.body).toBe(first.body);
  });

  it("is refused where it can't be true", async () => {
    const { id: linkId } = await makeLink(api, user);
    const clickId = await clickOn(api, user, linkId);
    const stranger = await signUp(api);
    const theirs = await clickOn(api, stranger, (await makeLink(api, stranger)).id);
    const old = hopIdOf({ id: uuid(), linkId, at: minutesAgo(181 * 24 * 60) });
    const ahead = hopIdOf({ id: uuid(), linkId, at: minutesAgo(-60) });
    const fieldsOf = ({ body }: Awaited<ReturnType<typeof post>>) =>
      (body["error"] as { details: { fields: { field: string }[] } }).details.fields.map(({ field }) => field);
    for (const [change, field] of [
      [{ clickId: "" }, "clickId"],
      [{ clickId: `${clickId}A` }, "clickId"],
      [{ clickId: "x".repeat(5000) }, "clickId"],
      [{ clickId: theirs }, "clickId"],
      [{ clickId: hopIdOf({ id: uuid(), linkId: uuid(), at: minutesAgo(1) }) }, "clickId"],
      [{ clickId: old }, "clickId"],
      [{ clickId: ahead }, "clickId"],
      [{ type: "refund" }, "type"],
      [{ amount: null }, "amount"],
      [{ amount: 49.5 }, "amount"],
      [{ amount: -1 }, "amount"],
      [{ amount: 1e12 + 1 }, "amount"],
      [{ amount: "4900" }, "amount"],
      [{ currency: null }, "currency"],
      [{ currency: "XYZ" }, "currency"],
      [{ type: "lead", amount: null }, "amount"],
      [{ name: "x".repeat(201) }, "name"],
      [{ name: "a\u0000b" }, "name"],
      [{ eventId: "x".repeat(201) }, "eventId"],
      [{ at: minutesAgo(-60) }, "at"],
      [{ at: minutesAgo(60) }, "at"],
      [{ at: "yesterday" }, "at"],
    ] as const) {
      const answer = await post({ clickId, ...sale, ...change });
      expect([answer.status, fieldsOf(answer)], JSON.stringify(change)).toEqual([422, [field]]);
    }
    expect((await post({ clickId, ...sale, amount: 1e12 })).status).toBe(201);
  });

  it("takes a currency in small letters, and refuses the id of another sum by name", async () => {
    const user = await signUp(api);
    const clickId = await clickOn(api, user, (await makeLink(api, user)).id);
    const body = { clickId, ...sale, currency: " usd ", eventId: "order-7" };
    const post = (change: object = {}) => call(api, "POST", "/api/conversions", { user, body: { ...body, ...change } });
    expect(await post()).toMatchObject({ status: 201, body: { data: { currency: "USD" } } });
    expect(await post({ currency: "USD", name: "again" })).toMatchObject({ status: 200 });
    const other = hopIdOf({ id: uuid(), linkId: (await makeLink(api, user)).id, at: minutesAgo(1) });
    for (const change of [{ amount: 4901 }, { currency: "EUR" }, { type: "lead" }, { clickId: other }]) {
      const answer = await post(change);
      expect({ change, ...answer }).toMatchObject({
        change,
        status: 409,
        body: { error: { type: "CONFLICT_ERROR", details: { field: "eventId" } } },
      });
    }
    expect(await get("/api/conversions", user)).toHaveLength(1);
  });

  it("has nothing of another workspace's click, whose id somebody puts before a link of theirs", async () => {
    const [owner, thief] = [await signUp(api), await signUp(api)];
    const [{ id: linkId }, { id: theirs }] = [await makeLink(api, owner), await makeLink(api, thief)];
    const click = { id: uuid(), ownerId: owner.id, linkId, at: minutesAgo(1), country: "AT" };
    const real = await report(api, owner, { clickId: hopIdOf(click), ...sale });
    const forged = await report(api, thief, { clickId: hopIdOf({ ...click, linkId: theirs }), ...sale });
    // Sets the next attempt of both conversions to the same time, so that one query of the worker finds both due.
    const due = (at: string) =>
      api.services.reads.query(
        sql`UPDATE conversion SET next_try_at = now() + ${at}::interval WHERE id IN (${real}, ${forged})`,
      );
    await due("1 hour");
    await insertClicks(api, [click]);
    await due("-1 second");
    await conversionsWritten(api, owner);
    expect(await get("/api/conversions", owner)).toMatchObject([{ _id: real, matched: true }]);
    expect(await get("/api/conversions", thief)).toMatchObject([{ _id: forged, matched: null }]);
    expect(await rowsOf(thief)).toEqual([]);
  });

  it("counts without a click that was never found, and with it again where the worker is interrupted anywhere", async () => {
    const owner = await signUp(api);
    const { id: linkId } = await makeLink(api, owner);
    const lost = { id: uuid(), linkId, at: minutesAgo(5) };
    const id = await report(api, owner, { clickId: hopIdOf(lost), ...sale });
    const client = new pg.Client({ connectionString: api.databaseUrl });
    await client.connect();
    try {
      await client.query(
        sql`UPDATE conversion SET created_at = created_at - interval '4 days', next_try_at = now() WHERE id = ${id}`,
      );
      await conversionsWritten(api, owner);
      expect(await get("/api/conversions", owner)).toMatchObject([{ _id: id, matched: false }]);
      expect(await get("/api/conversions/figures", owner)).toMatchObject({ sales: 1, people: 0, rate: null });
      const found = await clickOn(api, owner, linkId, { country: "AT" });
      await report(api, owner, { clickId: found, type: "lead" });
      await conversionsWritten(api, owner);
      // Simulates a process that was killed between the writes to the two databases.

      for (let i = 0; i < 3; i++) {
        await client.query(
          sql`UPDATE conversion SET next_try_at = now() - interval '1 hour', matched = NULL WHERE owner_id = ${owner.id}`,
        );
        await workConversions({ clickhouse: api.services.clickhouse, now: () => new Date() }, client);
      }
      expect(await rowsOf(owner)).toHaveLength(2);
      expect(await get("/api/conversions/figures", owner)).toMatchObject({ leads: 1, sales: 1 });
    } finally {
      await client.end();
    }
  });
});

describe("what clicks became", () => {
  it("is told by day, value, rule and arm, of those clicks alone that are asked for, and the same over GraphQL", async () => {
    const owner = await signUp(api);
    const [first, second] = [await makeLink(api, owner), await makeLink(api, owner)];
    const [today, before] = [minutesAgo(2), minutesAgo(3 * 24 * 60)];
    const ofArm = (arm: number, country: string, at = today) => clickOn(api, owner, first.id, { arm, country, at });
    const clicks = [await ofArm(1, "AT"), await ofArm(1, "DE"), await ofArm(2, "AT"), await ofArm(2, "DE", before)];
    const bot = await clickOn(api, owner, first.id, { arm: 2, isBot: true });
    const other = await clickOn(api, owner, second.id, { languages: "de,en", country: "AT" });
    await report(api, owner, { clickId: clicks[0], ...sale });
    await report(api, owner, { clickId: clicks[0], ...sale, amount: 100, currency: "JPY" });
    await report(api, owner, { clickId: clicks[3], type: "lead" });
    await report(api, owner, { clickId: bot, ...sale });
    await report(api, owner, { clickId: other, ...sale, amount: 1 });
    const mistake = await report(api, owner, { clickId: clicks[1], ...sale });
    await call(api, "DELETE", `/api/conversions/${mistake}`, { user: owner });
    await conversionsWritten(api, owner);
    const [eur, jpy] = [(amount: number) => ({ currency: "EUR", amount }), { currency: "JPY", amount: 100 }];
    const day = (at: string) => at.slice(0, 10);
    const ofFirst = {
      leads: 1,
      sales: 2,
      revenue: [eur(4900), jpy],
      people: 4,
      rate: 0.75,
      byDay: [
        { date: day(before), leads: 1, sales: 0, revenue: [] },
        { date: day(today), leads: 0, sales: 2, revenue: [eur(4900), jpy] },
      ],
    };
    const byRoute = [
      { rule: 0, arm: 1, leads: 0, sales: 2, revenue: [eur(4900), jpy], people: 2, rate: 1 },
      { rule: 0, arm: 2, leads: 1, sales: 0, revenue: [], people: 2, rate: 0.5 },
    ];
    expect(await get(`/api/conversions/figures?linkId=${first.id}`, owner)).toEqual({
      ...ofFirst,
      chart: null,
      byRoute,
    });
    const figures = (query: string) => get(`/api/conversions/figures?${query}`, owner);
    expect(await figures("")).toMatchObject({ leads: 1, sales: 3, people: 5, byRoute: [] });
    expect(await figures("bots=true")).toMatchObject({ sales: 4, people: 5, rate: 0.8 });
    expect(await figures(`startDate=${day(today)}`)).toMatchObject({ leads: 0, sales: 3 });
    expect(await figures("filter=country:is:AT&filter=arm:is:1")).toMatchObject({
      leads: 0,
      sales: 2,
      people: 1,
      rate: 2,
    });
    const top = (query: string) => get(`/api/conversions/top?${query}`, owner);
    expect(await top("field=country")).toEqual([
      { value: "AT", leads: 0, sales: 3, revenue: [eur(4901), jpy], people: 3, rate: 1 },
      { value: "DE", leads: 1, sales: 0, revenue: [], people: 2, rate: 0.5 },
    ]);
    expect(await top("field=link&limit=1")).toMatchObject([{ value: first.id, leads: 1, sales: 2, people: 4 }]);
    expect(await top(`field=language&linkId=${second.id}`)).toMatchObject([
      { value: "de" },
      { value: "en", people: 1 },
    ]);
    const query = `query ($id: UUID!) {
      conversionStats(linkId: $id) {
        figures { leads sales revenue { currency amount } people rate }
        byDay { date leads sales revenue { currency amount } }
        byRoute { rule arm leads sales revenue { currency amount } people rate }
        tops(field: country) { value sales }
        topLinks { value }
      }
      links(first: 3) {
        nodes: edges { node { id conversions { leads sales revenue { currency amount } } all: conversions(bots: true) { sales } } }
      }
      conversions(first: 2) { nodes { id type clickId } pageInfo { hasNextPage endCursor } }
    }`;
    const { byDay, ...whole } = ofFirst;
    const unsold = await makeLink(api, owner);
    const { body } = await graphql(api, query, { id: first.id }, owner);
    expect(body).toMatchObject({
      data: {
        conversionStats: {
          figures: whole,
          byDay,
          byRoute,
          tops: [
            { value: "AT", sales: 2 },
            { value: "DE", sales: 0 },
          ],
          topLinks: [{ value: first.id }],
        },
        conversions: { nodes: [{ clickId: other }, { clickId: bot }], pageInfo: { hasNextPage: true } },
        links: {
          nodes: [
            { node: { id: unsold.id, conversions: { leads: 0, sales: 0, revenue: [] }, all: { sales: 0 } } },
            { node: { id: second.id, conversions: { leads: 0, sales: 1, revenue: [eur(1)] }, all: { sales: 1 } } },
            {
              node: { id: first.id, conversions: { leads: 1, sales: 2, revenue: [eur(4900), jpy] }, all: { sales: 3 } },
            },
          ],
        },
      },
    });
  });

  it("is listed by pages, by link, type and range", async () => {
    const owner = await signUp(api);
    const { id: linkId } = await makeLink(api, owner);
    const clickId = await clickOn(api, owner, linkId);
    for (let i = 0; i < 5; i++) await report(api, owner, { clickId, type: "lead", eventId: `lead ${i}` });
    await report(api, owner, { clickId, ...sale });
    const page = async (query: string) => (await call(api, "GET", `/api/conversions?${query}`, { user: owner })).body;
    const seen: string[] = [];
    for (let after = ""; ;) {
      const { data, pagination } = await page(`limit=2&type=lead${after}`);
      seen.push(...(data as { eventId: string }[]).map(({ eventId }) => eventId));
      const { nextCursor } = pagination as { nextCursor: string | null };
      if (nextCursor === null) break;
      after = `&after=${nextCursor}`;
    }
    expect(seen).toEqual([4, 3, 2, 1, 0].map((i) => `lead ${i}`));
    expect(await page("limit=2&page=3")).toMatchObject({ pagination: { total: 6, pages: 3, nextCursor: null } });
    expect(await page(`linkId=${uuid()}`)).toMatchObject({ data: [], pagination: { total: 0 } });
    expect(await page("endDate=2020-01-01")).toMatchObject({ data: [] });
    expect((await call(api, "GET", "/api/conversions?after=x", { user: owner })).status).toBe(422);
  });

  it("stays by rule and arm when a retention takes the clicks, without what it had of the visitor", async () => {
    const owner = await signUp(api);
    const { id: linkId } = await makeLink(api, owner);
    const at = minutesAgo(60 * 24 * 60);
    await report(api, owner, {
      clickId: await clickOn(api, owner, linkId, { at, arm: 1, country: "AT", device: "mobile" }),
      ...sale,
    });
    await conversionsWritten(api, owner);
    await cutClicksOf(api, owner.id, 30);
    expect(await rowsOf(owner)).toMatchObject([{ country: "", device: "", arm: 1, amount: 4900, matched: true }]);
    const figures = await get(`/api/conversions/figures?linkId=${linkId}`, owner);
    expect(figures).toMatchObject({ sales: 1, people: 1, byRoute: [{ arm: 1, sales: 1, people: 0, rate: null }] });
  });

  it("goes with its link, and with the account", async () => {
    const owner = await signUp(api);
    const [gone, kept] = [await makeLink(api, owner), await makeLink(api, owner)];
    for (const { id } of [gone, kept]) await report(api, owner, { clickId: await clickOn(api, owner, id), ...sale });
    await conversionsWritten(api, owner);
    expect((await call(api, "DELETE", `/api/urls/${gone.id}`, { user: owner })).status).toBe(200);
    const erasure = { id: gone.id, ownerId: owner.id, pass: 0, domains: [] };
    await eraseClicks(api.services.clickhouse, { kind: "link", ...erasure });
    expect(await rowsOf(owner)).toMatchObject([{ link_id: kept.id }]);
    expect(await get("/api/conversions", owner)).toMatchObject([{ linkId: kept.id }]);
    await eraseClicks(api.services.clickhouse, { kind: "account", ...erasure, id: owner.id });
    expect(await rowsOf(owner)).toEqual([]);
  });
});

it("the script for sites is small, the same for everybody, and for any site to load", async () => {
  const { statusCode, headers, body } = await api.app.inject({ method: "GET", url: "/hop.js" });
  expect(statusCode).toBe(200);
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(2048);
  expect(headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=3600",
    "cross-origin-resource-policy": "cross-origin",
  });
  expect(headers["set-cookie"]).toBeUndefined();
  expect(body).not.toMatch(/fetch|XMLHttpRequest|sendBeacon|Image/);
});
