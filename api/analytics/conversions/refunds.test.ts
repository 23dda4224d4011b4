import { sql } from "@hoplog/platform/postgres/sql.js";
import { conversionLimits } from "@hoplog/schema/conversions/conversion.js";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { conversionMarks } from "../../integrations/exports/conversionsFile.ts";
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
import { holdWork } from "../../testing/heldWork.ts";
import { cutClicksOf } from "../../testing/retention.ts";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { unzip } from "../../testing/unzip.ts";
import { workConversions } from "./worker.ts";

const dayMs = 24 * 60 * 60_000;

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await openTestApi();
  user = await signUp(api);
});
afterAll(() => api.close());

const get = (path: string, by: TestUser) => dataOf(api, path, by);

describe("a sale", () => {
  it("can be paid back in part: the sale stays, and the rest is its revenue", async () => {
    const owner = await signUp(api);
    const { id: linkId } = await makeLink(api, owner);
    const clickId = await clickOn(api, owner, linkId, { country: "AT", rule: 2, arm: 3 });
    const id = await report(api, owner, { clickId, ...sale });
    const lead = await report(api, owner, { clickId, type: "lead", amount: 100, currency: "EUR" });
    const refund = (refunded: unknown, of = id, by = owner) =>
      call(api, "PATCH", `/api/conversions/${of}`, { user: by, body: { refunded } });
    const revenue = async () => {
      await conversionsWritten(api, owner);
      return get(`/api/conversions/figures?linkId=${linkId}`, owner);
    };
    await revenue();
    expect(await refund(1900)).toMatchObject({
      status: 200,
      body: { data: { _id: id, amount: 4900, refunded: 1900 } },
    });
    expect(await revenue()).toMatchObject({ sales: 1, leads: 1, revenue: [{ currency: "EUR", amount: 3000 }] });
    // A refund can be repeated, reduced, and set over GraphQL.
    expect((await refund(1900)).status).toBe(200);
    const mutation = "mutation ($id: UUID!) { refundConversion(id: $id, refunded: 1000) { amount refunded } }";
    expect((await graphql(api, mutation, { id }, owner)).body).toEqual({
      data: { refundConversion: { amount: 4900, refunded: 1000 } },
    });
    expect(await revenue()).toMatchObject({ revenue: [{ currency: "EUR", amount: 3900 }] });
    // The click is deleted; the conversion retains its rule and arm.
    await cutClicksOf(api, owner.id, 30, new Date(Date.now() + 60 * dayMs));
    expect((await refund(4900)).status).toBe(200);
    expect(await revenue()).toMatchObject({
      sales: 1,
      revenue: [{ currency: "EUR", amount: 0 }],
      byRoute: [{ rule: 2, arm: 3, sales: 1 }],
    });
    expect(await get("/api/conversions?type=sale", owner)).toMatchObject([
      { amount: 4900, refunded: 4900, matched: true },
    ]);
    for (const [wrong, of] of [[4901], [-1], [0.5], ["1"], [1, lead]] as const) {
      expect(await refund(wrong, of), String(wrong)).toMatchObject({
        status: 422,
        body: { error: { details: { fields: [{ field: "refunded" }] } } },
      });
    }
    expect(await refund(-1)).toMatchObject({
      body: { error: { details: { fields: [{ message: "Must be 0 or more" }] } } },
    });
    const headers = { authorization: `Bearer ${owner.accessToken}` };
    const archive = await unzip((await api.app.inject({ url: "/api/auth/export", headers })).rawPayload);
    expect(archive["conversions.csv"]).toMatch(/,sale,[^,]*,0,4900,EUR,/);
    expect((await refund(1, id, user)).status).toBe(404);
    expect((await call(api, "DELETE", `/api/conversions/${id}`, { user: owner })).status).toBe(200);
    expect((await refund(1)).status).toBe(404);
    expect(await revenue()).toMatchObject({ sales: 0, revenue: [] });
  });

  it("has a refund also where it comes before its click, and while it is written", async () => {
    const owner = await signUp(api);
    const { id: linkId } = await makeLink(api, owner);
    const click = { id: uuid(), ownerId: owner.id, linkId, at: new Date(Date.now() - 60_000).toISOString() };
    const id = await report(api, owner, { clickId: hopIdOf(click), ...sale });
    const refund = (refunded: number) =>
      call(api, "PATCH", `/api/conversions/${id}`, { user: owner, body: { refunded } });
    expect((await refund(900)).status).toBe(200);
    await insertClicks(api, [click]);
    const revenue = () => get(`/api/conversions/figures?linkId=${linkId}`, owner);
    await expect.poll(revenue).toMatchObject({ sales: 1, revenue: [{ amount: 4000 }] });
    for (let refunded = 901; refunded < 921; refunded++) expect((await refund(refunded)).status).toBe(200);
    await conversionsWritten(api, owner);
    expect(await revenue()).toMatchObject({ sales: 1, revenue: [{ amount: 3980 }] });
  });
});

describe("refunds of one sale", () => {
  it("leave figures and the list with the same sum when they come at once", async () => {
    const owner = await signUp(api);
    const { id: linkId } = await makeLink(api, owner);
    const id = await report(api, owner, { clickId: await clickOn(api, owner, linkId), ...sale });
    const refund = (refunded: number) =>
      call(api, "PATCH", `/api/conversions/${id}`, { user: owner, body: { refunded } });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => refund(100 + i)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await conversionsWritten(api, owner);
    const [{ refunded }] = (await get("/api/conversions", owner)) as [{ refunded: number }];
    expect(refunded).toBeGreaterThanOrEqual(100);
    expect(await get(`/api/conversions/figures?linkId=${linkId}`, owner)).toMatchObject({
      revenue: [{ amount: 4900 - refunded }],
    });
  });

  it("need a key that may report, end at a number of changes, and end with the sale", async () => {
    const owner = await signUp(api);
    const { id: linkId } = await makeLink(api, owner);
    const id = await report(api, owner, { clickId: await clickOn(api, owner, linkId), ...sale });
    const body = { name: "Reader", scopes: ["conversions:read"] };
    const { key } = (await call(api, "POST", "/api/keys", { user: owner, body })).body["data"] as { key: string };
    const reader = { ...owner, accessToken: key };
    const refund = (refunded: unknown, by: TestUser = owner) =>
      call(api, "PATCH", `/api/conversions/${id}`, { user: by, body: { refunded } });
    expect((await refund(1, reader)).status).toBe(403);
    for (const wrong of [1e300, 2 ** 53, -(2 ** 53), null, undefined, "1900", [1]])
      expect((await refund(wrong)).status, String(wrong)).toBe(422);
    await api.services.reads.query(
      sql`UPDATE conversion SET refunds = ${conversionLimits.refundsMax - 1} WHERE id = ${id}`,
    );
    expect((await refund(1)).status).toBe(200);
    expect((await refund(1)).status).toBe(200);
    expect((await refund(2)).body).toMatchObject({ message: expect.anything(), error: { type: "VALIDATION_ERROR" } });
    await conversionsWritten(api, owner);
    expect(await get("/api/conversions/figures", owner)).toMatchObject({ revenue: [{ amount: 4899 }] });
    const [deleted, ...refunds] = await Promise.all([
      call(api, "DELETE", `/api/conversions/${id}`, { user: owner }),
      ...[1, 1, 1].map((refunded) => refund(refunded)),
    ]);
    expect(deleted.status).toBe(200);
    for (const { status } of refunds) expect([200, 404]).toContain(status);
    await conversionsWritten(api, owner);
    expect(await get("/api/conversions/figures", owner)).toMatchObject({ sales: 0, revenue: [] });
  });
});

describe("a file of conversions in a bucket", () => {
  it("is written again when a sale is paid back in part, when that changes, and when it was a mistake", async () => {
    const owner = await signUp(api);
    const { id: linkId } = await makeLink(api, owner);
    const id = await report(api, owner, { clickId: await clickOn(api, owner, linkId), ...sale });
    const clicks = { ownerId: owner.id, from: new Date(0), to: new Date(Date.now() + dayMs), bots: false };
    const markAfter = async (refunded: number) => {
      expect((await call(api, "PATCH", `/api/conversions/${id}`, { user: owner, body: { refunded } })).status).toBe(
        200,
      );
      await conversionsWritten(api, owner);
      const marks = await conversionMarks(api.services.clickhouse, clicks, dayMs);
      return [...marks.values()].map(({ mark }) => mark);
    };
    const marks = [await markAfter(0), await markAfter(1900), await markAfter(1000), await markAfter(0)];
    expect(marks.flat()).toHaveLength(4);
    expect(marks[3]).toEqual(marks[0]);
    expect(new Set(marks.flat()).size).toBe(3);
  });
});

describe("a removal of single clicks that comes between", () => {
  const day60 = () => new Date(Date.now() + 60 * dayMs);
  const facts = { country: "AT", browser: "Firefox", referrer: "a.example" };
  const step = async (owner: TestUser, clickhouse: typeof api.services.clickhouse) => {
    const client = await holdWork(api.databaseUrl, "hoplog conversions");
    try {
      await client.query(sql`UPDATE conversion SET next_try_at = now() WHERE owner_id = ${owner.id}`);
      await workConversions({ clickhouse, now: () => new Date() }, client);
    } finally {
      await client.end();
    }
  };
  const written = async (owner: TestUser) => {
    await conversionsWritten(api, owner);
    return conversionRows(api, owner);
  };

  it("leaves no facts of the visitor to a conversion that is written behind it", async () => {
    const owner = await signUp(api);
    const { id: linkId } = await makeLink(api, owner);
    await report(api, owner, { clickId: await clickOn(api, owner, linkId, facts), ...sale });
    expect(await written(owner)).toMatchObject([facts]);
    const { clickhouse } = api.services;
    await clickhouse.command({
      query: "DELETE FROM conversions WHERE owner_id = {owner: UUID}",
      query_params: { owner: owner.id },
    });
    await step(
      owner,
      cuttingBefore(clickhouse, "insert", () => cutClicksOf(api, owner.id, 30, day60())),
    );
    expect(await written(owner)).toMatchObject([{ country: "", browser: "", referrer: "", matched: true }]);
  });

  it("leaves none to a refund that was read before it", async () => {
    const owner = await signUp(api);
    const { id: linkId } = await makeLink(api, owner);
    const id = await report(api, owner, { clickId: await clickOn(api, owner, linkId, facts), ...sale });
    const [before] = await written(owner);
    const { clickhouse } = api.services;
    await cutClicksOf(api, owner.id, 30, day60());
    expect(await written(owner)).toMatchObject([{ country: "", referrer: "" }]);
    expect(await call(api, "PATCH", `/api/conversions/${id}`, { user: owner, body: { refunded: 900 } })).toMatchObject({
      status: 200,
    });
    await written(owner);
    // Simulates an insertion that reads the row before the removal and finishes after it.
    await clickhouse.insert({ table: "conversions", format: "JSONEachRow", values: [{ ...before, version: 2 }] });
    await step(owner, clickhouse);
    expect(await written(owner)).toMatchObject([{ country: "", browser: "", referrer: "", refunded: 900 }]);
  });
});

/** A ClickHouse client that runs `other` before its first insertion. */
function cuttingBefore(clickhouse: TestApi["services"]["clickhouse"], name: "insert", other: () => Promise<void>) {
  let isDone = false;
  return new Proxy(clickhouse, {
    get(client, key) {
      const own: unknown = Reflect.get(client, key, client);
      if (typeof own !== "function") return own;
      return async (...args: unknown[]) => {
        if (key === name && !isDone) {
          isDone = true;
          await other();
        }
        return Reflect.apply(own, client, args) as unknown;
      };
    },
  });
}
