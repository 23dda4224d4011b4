import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { planFiles } from "../../integrations/exports/plan.ts";
import { leaseFile } from "../../integrations/exports/lease.ts";
import { insertClicks } from "../../testing/clicks.ts";
import { z } from "zod";
import { countRequestsSince } from "../../testing/ledger.ts";
import { cutClicksOf, cutWhenFree } from "../../testing/retention.ts";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { writeRetentionMail } from "./mail.ts";

let api: TestApi;
let client: pg.Client;
beforeAll(async () => {
  api = await openTestApi();
  client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  await countRequestsSince(api, new Date("2026-01-01T00:00:00Z"));
});
afterAll(async () => {
  await client.end();
  await api.close();
});

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Math.floor(Date.now() / dayMs) * dayMs - days * dayMs + 10 * 3_600_000);
const dayText = (days: number) => daysAgo(days).toISOString().slice(0, 10);
const put = (user: TestUser, days: unknown) => call(api, "PUT", "/api/clicks/retention", { user, body: { days } });
const mailsTo = async (user: TestUser) => {
  const { rows } = await client.query<{ subject: string }>(sql`SELECT subject FROM mailbox WHERE user_id = ${user.id}`);
  return rows.map(({ subject }) => subject).filter((subject) => subject.startsWith("Old"));
};
const waitsUntil = (user: TestUser, at: Date) =>
  client.query(sql`UPDATE click_retention SET waiting_from = ${at} WHERE owner_id = ${user.id}`);

/** Clicks of five people and two bots on each of the given days. */
async function clicked(user: TestUser, days: readonly number[]) {
  const { id } = await makeLink(api, user);
  await insertClicks(
    api,
    days.flatMap((day) =>
      Array.from({ length: 7 }, (_, i) => ({
        ownerId: user.id,
        linkId: id,
        at: new Date(daysAgo(day).getTime() + i * 60_000).toISOString(),
        country: "DE",
        isBot: i > 4,
      })),
    ),
  );
  return id;
}

describe("a retention", () => {
  it("begins after three days, with a mail, and can be cancelled until then", async () => {
    const user = await signUp(api);
    await clicked(user, [40, 20]);
    const { body } = await put(user, 30);
    expect(body["data"]).toMatchObject({ days: null, waiting: { days: 30 }, clicksSince: null });
    const { from } = (body["data"] as { waiting: { from: string } }).waiting;
    await expect.poll(() => mailsTo(user)).toEqual(["Old single clicks will be removed"]);
    await cutWhenFree(api, client, new Date(Date.now() + 2.9 * dayMs));
    const read = () => call(api, "GET", "/api/clicks/retention", { user });
    expect((await read()).body["data"]).toMatchObject({ clicksSince: null });
    await call(api, "DELETE", "/api/clicks/retention/waiting", { user });
    expect((await read()).body["data"]).toMatchObject({ days: null, waiting: null });
    // An email job that waited until the retention was cancelled creates no email.
    const job = { kind: "click-retention", data: { ownerId: user.id, from } };
    expect(await writeRetentionMail({ ...api.services, publicUrl: "http://localhost" }, job)).toBeNull();
    await cutWhenFree(api, client, new Date(Date.now() + 4 * dayMs));
    expect((await read()).body["data"]).toMatchObject({ clicksSince: null });
    await put(user, 30);
    await waitsUntil(user, new Date());
    await cutWhenFree(api, client, new Date());
    expect((await read()).body["data"]).toMatchObject({ days: 30, waiting: null, clicksSince: dayText(30) });
    const { rows } = await client.query(
      sql`SELECT action FROM audit WHERE resource_id = ${user.id} AND action LIKE '%ClickRetention' ORDER BY id`,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "SetClickRetention",
      "CancelClickRetention",
      "SetClickRetention",
    ]);
  });

  it("that a key has asked for names the key in its mail", async () => {
    const user = await signUp(api);
    const asked = { name: "Nightly job", scopes: ["clickRetention:write"] };
    const { body } = await call(api, "POST", "/api/keys", { user, body: asked });
    const { key } = z.object({ data: z.object({ key: z.string() }).loose() }).parse(body).data;
    expect((await put({ ...user, accessToken: key }, 30)).status).toBe(200);
    await expect.poll(() => mailsTo(user)).toHaveLength(1);
    const { rows } = await client.query<{ text: string }>(
      sql`SELECT text FROM mailbox WHERE user_id = ${user.id} AND subject LIKE 'Old%'`,
    );
    expect(rows[0]?.text).toContain("Your API key “Nightly job” has asked");
    expect(rows[0]?.text).toContain("revoke the key");
  });

  it.each([29, 3651, 0, 45.5, "90", 1e300, [90], undefined])("is refused of %j days", async (days) => {
    const { status, body } = await put(await signUp(api), days);
    expect([status, body["error"]]).toMatchObject([
      expect.toSatisfy((code) => code === 400 || code === 422),
      { type: "VALIDATION_ERROR" },
    ]);
  });

  it("tells before how many clicks it would remove", async () => {
    const user = await signUp(api);
    await clicked(user, [100, 40, 20]);
    const { body } = await call(api, "GET", "/api/clicks/retention/preview?days=30", { user });
    expect(body["data"]).toEqual({ before: dayText(30), clicks: 14 });
    await cutClicksOf(api, user.id, 60);
    const after = await call(api, "GET", "/api/clicks/retention/preview?days=30", { user });
    expect(after.body["data"]).toEqual({ before: dayText(30), clicks: 7 });
  });
});

it("leaves a ledger whose parts add up, with the removed clicks as a line", async () => {
  const user = await signUp(api);
  const linkId = await clicked(user, [40, 20]);
  await cutClicksOf(api, user.id, 30);
  for (const query of ["", `&linkId=${linkId}`]) {
    const { body } = await call(api, "GET", `/api/ledger?startDate=${daysAgo(60).toISOString()}${query}`, { user });
    expect(body["data"]).toMatchObject({
      missing: 0,
      sumsAgree: true,
      parts: [
        { part: "firstVisit", requests: 5 },
        { part: "bot", requests: 2 },
        { part: "removed", reason: "people", requests: 5 },
        { part: "removed", reason: "bots", requests: 2 },
      ],
    });
  }
});

it("is said on a shared page whose period begins before, with lists that begin there", async () => {
  const user = await signUp(api);
  await clicked(user, [40, 20]);
  await cutClicksOf(api, user.id, 30);
  const body = { name: "Shown", target: "workspace", figures: ["clicks"], dimensions: ["country"] };
  const { body: made } = await call(api, "POST", "/api/shares", { user, body });
  const { url } = made["data"] as { url: string };
  const page = async (period: string) =>
    (await call(api, "GET", `/api/shared/${url.split("/").at(-1)}?period=${period}`)).body["data"];
  expect(await page("90d")).toMatchObject({
    clicksSince: dayText(30),
    figures: { clicks: 10 },
    tops: [{ field: "country", rows: [{ value: "DE", clicks: 5 }] }],
  });
  expect(await page("7d")).toMatchObject({ clicksSince: null });
});

describe("exports", () => {
  async function exporting(user: TestUser, from: Date) {
    const body = {
      name: "A",
      endpoint: "https://10.0.0.1",
      bucket: "clicks",
      prefix: "a",
      accessKeyId: "A",
      secret: "B",
      from: from.toISOString(),
    };
    const made = await call(api, "POST", "/api/exports", { user, body });
    return (made.body["data"] as { _id: string })._id;
  }
  const files = async (id: string) => {
    const { rows } = await client.query<{ day: string; due: boolean }>(
      sql`SELECT (start_at AT TIME ZONE 'UTC')::date::text AS day, due_at IS NOT NULL AS due FROM click_export_file
        WHERE export_id = ${id} ORDER BY start_at`,
    );
    return rows;
  };
  const cutOf = async (user: TestUser) => {
    const { body } = await call(api, "GET", "/api/clicks/retention", { user });
    const { clicksSince, heldSince } = body["data"] as { clicksSince: string | null; heldSince: string | null };
    return [clicksSince, heldSince !== null];
  };

  it("are waited for while they have to write what would go, unless they are switched off", async () => {
    const user = await signUp(api);
    await clicked(user, [60, 50, 40]);
    const id = await exporting(user, daysAgo(50));
    await cutClicksOf(api, user.id, 30);
    expect(await cutOf(user)).toEqual([dayText(50), true]);
    await planFiles(api.services);
    await client.query(
      sql`UPDATE click_export_file SET due_at = NULL, written_at = now(), rows = 0, counted = 0 WHERE export_id = ${id}
        AND start_at < ${daysAgo(41)}`,
    );
    await cutClicksOf(api, user.id, 30);
    expect(await cutOf(user)).toEqual([dayText(40), true]);
    await call(api, "PATCH", `/api/exports/${id}`, { user, body: { enabled: false } });
    await cutClicksOf(api, user.id, 30);
    expect(await cutOf(user)).toEqual([dayText(30), false]);
  });

  it("of removed periods are never written, nor planned, and a range says so", async () => {
    const user = await signUp(api);
    await clicked(user, [60, 50, 20]);
    await cutClicksOf(api, user.id, 30);
    const id = await exporting(user, daysAgo(60));
    await planFiles(api.services);
    expect((await files(id))[0]?.day).toBe(dayText(30));
    await client.query(
      sql`INSERT INTO click_export_file (export_id, start_at, due_at)
        VALUES (${id}, ${`${dayText(50)}T00:00:00Z`}, ${new Date(0)})`,
    );
    const taken = await leaseFile({ ...api.services, newId: () => crypto.randomUUID() });
    expect(taken?.start.toISOString().slice(0, 10)).not.toBe(dayText(50));
    await planFiles(api.services);
    expect((await files(id))[0]).toEqual({ day: dayText(50), due: false });
    const range = (from: number, to: number) =>
      call(api, "POST", `/api/exports/${id}/range`, {
        user,
        body: { from: daysAgo(from).toISOString(), to: daysAgo(to).toISOString() },
      });
    for (const to of [40, 28])
      expect((await range(60, to)).body["error"]).toMatchObject({
        type: "VALIDATION_ERROR",
        details: {
          fields: [
            { field: "from", message: `Individual clicks before ${dayText(30)} were removed. Start the range later.` },
          ],
        },
      });
    expect((await range(30, 28)).status).toBeLessThan(300);
    expect((await files(id)).filter(({ day, due }) => due && day < dayText(30))).toEqual([]);
  });
});
