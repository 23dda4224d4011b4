import { openBus } from "@hoplog/platform/drivers/openBus.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { clicksCountedChannel } from "@hoplog/schema/bus/clicksCounted.js";
import { limits } from "@hoplog/schema/limits.js";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { banAccount } from "../../operations/operator/bans.ts";
import { operatorCalled } from "../../operations/operator/operator.ts";
import { defaultRates } from "../../kernel/limits/rates.ts";
import { insertClicks, type TestClick } from "../../testing/clicks.ts";
import { readEvents } from "../../testing/events.ts";
import { countedMessage } from "../../testing/live.ts";
import { unzip } from "../../testing/unzip.ts";
import {
  call,
  graphql,
  makeLink,
  openTestApi,
  password,
  signUp,
  type TestApi,
  type TestUser,
} from "../../testing/testApi.ts";
import { sharedPageAnswers } from "./answers.ts";

let api: TestApi;
let url: string;
beforeAll(async () => {
  const many = { points: 10_000, seconds: 60 };
  const rates = { ...defaultRates, registration: many, registrationDay: many, auth: many, api: many, login: many };
  api = await openTestApi({
    settings: {
      rates: { ...rates, loginAddress: many, sharePassword: { points: 3, seconds: 900 } },
      sockets: { socketsPerAddress: 3, socketsPerAccount: 2, subscriptionsPerSocket: 100 },
    },
  });
  url = await api.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => api.close());

const made = z.object({ data: z.object({ _id: z.string(), url: z.string() }).loose() });
const hour = 60 * 60 * 1000;
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString();

async function share(user: TestUser, body: object = {}) {
  const given = { name: "Campaign", target: "workspace", ...body };
  const { status, body: answer } = await call(api, "POST", "/api/shares", { user, body: given });
  expect({ status, answer }).toMatchObject({ status: 201 });
  const { data } = made.parse(answer);
  return { id: data._id, token: data.url.replace("http://localhost:3000/stats/", ""), data };
}

async function look(token: string, query = "", cookie?: string) {
  const response = await api.app.inject({
    url: `/api/shared/${token}${query}`,
    headers: { ...(cookie !== undefined && { cookie }) },
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    body: z.record(z.string(), z.unknown()).parse(response.json()),
  };
}

async function page(token: string, query = "", cookie?: string) {
  const { status, body, text } = await look(token, query, cookie);
  expect({ status, text }).toMatchObject({ status: 200 });
  return sharedPageAnswers.SharedPageAnswer.strict().parse(body).data;
}

const clickOn = (user: TestUser, linkId: string, clicks: readonly Partial<TestClick>[]) =>
  insertClicks(
    api,
    clicks.map((click) => ({ ownerId: user.id, linkId, at: ago(1), ...click })),
  );

async function countAnew(user: TestUser, linkIds: string[]): Promise<void> {
  const bus = await openBus({ databaseUrl: api.databaseUrl, logger: createLogger("test", "silent") });
  onTestFinished(() => bus.close());
  await bus.publish(clicksCountedChannel, countedMessage(api.services.newId(), { [user.id]: linkIds }));
}

const dimensions = ["country", "referrer", "city"];

describe("a shared page", () => {
  it("shows the same figures as the owner's own question, and nothing but what it is to show", async () => {
    const user = await signUp(api);
    const [one, two] = [await makeLink(api, user, { name: "One" }), await makeLink(api, user, { name: "Two" })];
    await clickOn(user, one.id, [
      { country: "DE", referrer: "a.example" },
      { country: "FR" },
      { country: "DE", isBot: true },
    ]);
    await clickOn(user, two.id, [{ country: "DE", at: ago(24 * 3) }]);
    const own = await call(api, "GET", `/api/analytics?startDate=${ago(24 * 20)}`, { user });
    const { token } = await share(user, { dimensions });
    const shown = await page(token);
    const { figures, chart } = z
      .object({
        data: z.object({
          figures: z.record(z.string(), z.number()),
          chart: z.array(z.object({ at: z.string(), clicks: z.number() })),
        }),
      })
      .parse(own.body).data;
    expect(figures).toMatchObject(shown.figures);
    expect(shown.figures).toEqual({ clicks: 3, uniqueVisitors: 3, bots: 1 });
    expect(shown.chart?.slice(-chart.length)).toEqual(chart);
    expect(shown.tops.map(({ field }) => field)).toEqual(["country", "referrer", "city"]);
    expect(shown.tops[0]).toMatchObject({
      rows: [
        { value: "DE", clicks: 2 },
        { value: "FR", clicks: 1 },
      ],
      distinct: 2,
    });
    expect(await page(token, "?filter=country:is:FR")).toMatchObject({ figures: { clicks: 1, bots: 0 } });

    const few = await share(user, { figures: ["bots"] });
    expect(await page(few.token)).toMatchObject({ figures: { bots: 1 }, chart: null, tops: [] });
    expect(Object.keys((await page(few.token)).figures)).toEqual(["bots"]);
  });

  it("of a link or a group counts its clicks alone, and tells no ids, no destination, no address", async () => {
    const user = await signUp(api, "secret-owner@people.example");
    const { body } = await call(api, "POST", "/api/groups", { user, body: { name: "Spring" } });
    const groupId = z.object({ data: z.object({ _id: z.string() }) }).parse(body).data._id;
    const link = await makeLink(api, user, { name: "Poster", originalUrl: "https://destination.example/x", groupId });
    const other = await makeLink(api, user, { name: "Hidden", originalUrl: "https://hidden.example/" });
    await clickOn(user, link.id, [{ country: "DE" }]);
    await clickOn(user, other.id, [{ country: "DE" }, { country: "DE" }]);
    const ofLink = await share(user, { target: "link", targetId: link.id, dimensions });
    const ofGroup = await share(user, { target: "group", targetId: groupId, dimensions });
    expect(await page(ofLink.token)).toMatchObject({
      target: { kind: "link", name: "Poster", shortUrl: `http://localhost:3001/${link.code}` },
      figures: { clicks: 1 },
    });
    // Pages of groups use copies of links, which are updated within a second.
    await expect.poll(async () => (await page(ofGroup.token, `?period=7d`)).figures.clicks).toBe(1);
    for (const { token, id } of [ofLink, ofGroup]) {
      const { text } = await look(token, "?period=90d");
      const texts = ["destination.example", "hidden", "secret-owner", "Ada"];
      const secrets = [...texts, user.id, link.id, other.id, other.code, groupId, id];
      expect(secrets.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
    }
  });

  it("of a link that is called as its destination doesn't show its name", async () => {
    const user = await signUp(api);
    for (const name of ["Destination.example/x", "No. 7"]) {
      const { id } = await makeLink(api, user, { name, originalUrl: "https://www.destination.example/x?y=1" });
      const { token } = await share(user, { target: "link", targetId: id });
      expect(await page(token)).toMatchObject({ target: { name: name === "No. 7" ? name : null } });
    }
  });

  it("shows nothing from before its beginning, whatever is asked", async () => {
    const user = await signUp(api);
    const link = await makeLink(api, user);
    await clickOn(user, link.id, [{ at: ago(2) }, { at: ago(30), country: "FR" }, { at: ago(24 * 40), country: "FR" }]);
    const { token, id } = await share(user, { from: ago(25), dimensions: ["country"] });
    for (const period of ["24h", "7d", "30d", "90d", "12m", "all"]) {
      const shown = await page(token, `?period=${period}`);
      expect(shown.figures).toMatchObject({ clicks: 1, uniqueVisitors: 1 });
      expect(shown.chart?.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(1);
      expect(shown.tops[0]?.rows).toEqual([{ value: "", clicks: 1 }]);
    }
    for (const query of [`?startDate=${ago(24 * 60)}`, `?from=${ago(24 * 60)}`]) {
      expect((await call(api, "GET", `/api/shared/${token}${query}`)).status).toBe(422);
    }
    await call(api, "PATCH", `/api/shares/${id}`, { user, body: { from: null } });
    expect((await page(token, "?period=all")).figures.clicks).toBe(3);
    await call(api, "PATCH", `/api/shares/${id}`, { user, body: { from: new Date(Date.now() + hour).toISOString() } });
    expect(await page(token, "?period=24h")).toMatchObject({ figures: { clicks: 0 }, chart: [] });
  });

  it.each([
    ["?filter=referrer:is:a.example", "filter"],
    ["?filter=link:is:01900000-0000-7000-8000-000000000000", "filter"],
    ["?filter=group:is:", "filter"],
    ["?filter=domain:is:", "filter"],
    ["?filter=country:isNot:DE", "filter"],
    ["?filter=country:contains:D", "filter"],
    ["?filter=rule:is:1", "filter"],
    ["?filter=nonsense", "filter"],
    [`?filter=country:is:${"x".repeat(limits.filterMax + 1)}`, "filter"],
    [
      `?${Array.from({ length: limits.shareFilterValues + 1 }, (_, i) => `filter=country:is:${i}`).join("&")}`,
      "filter",
    ],
    ["?period=2d", "period"],
  ])("refuses %s", async (query, field) => {
    const { token } = await share(await signUp(api), { dimensions: ["country"] });
    const { status, body } = await look(token, query);
    expect({ status, body }).toMatchObject({ status: 422, body: { error: { details: { fields: [{ field }] } } } });
    expect((await look(token, `/live${query}`)).status).toBe(422);
  });

  it("is there for nobody who guesses, and not once it has expired, is revoked or has another address", async () => {
    const user = await signUp(api);
    const { id, token } = await share(user);
    const guesses = [
      "x",
      "x".repeat(32),
      token.slice(1),
      `${token}x`,
      token.toUpperCase(),
      "%00".repeat(8),
      "'".repeat(32),
      id,
      "a".repeat(10_000),
    ];
    for (const guess of guesses) expect((await look(guess)).status).toBe(404);
    const { rows } = await api.services.reads.query<{ row: string }>(
      sql`SELECT to_jsonb(share)::text AS row FROM share WHERE id = ${id}`,
    );
    expect(rows[0]?.row).not.toContain(token);
    const renewed =
      made
        .parse((await call(api, "POST", `/api/shares/${id}/renew`, { user })).body)
        .data.url.split("/")
        .at(-1) ?? "";
    expect([(await look(token)).status, (await look(renewed)).status]).toEqual([404, 200]);
    await api.services.reads.query(sql`UPDATE share SET expires_at = now() - interval '1 second' WHERE id = ${id}`);
    expect((await look(renewed)).status).toBe(404);
    await call(api, "PATCH", `/api/shares/${id}`, { user, body: { expiresAt: null } });
    expect((await look(renewed)).status).toBe(200);
    await call(api, "DELETE", `/api/shares/${id}`, { user });
    expect((await look(renewed)).status).toBe(404);
    const { rows: audit } = await api.services.reads.query<{ action: string; detail: string }>(
      sql`SELECT action, detail::text FROM audit WHERE resource_id = ${id} ORDER BY id`,
    );
    expect(audit.map(({ action }) => action)).toEqual(["CreateShare", "RenewShare", "ChangeShare", "RevokeShare"]);
    expect(JSON.stringify(audit)).not.toContain(renewed);
  });

  it("ends with its link, its group and the account, and is away while the account is banned", async () => {
    const user = await signUp(api);
    const link = await makeLink(api, user);
    const { body } = await call(api, "POST", "/api/groups", { user, body: { name: "Spring" } });
    const groupId = z.object({ data: z.object({ _id: z.string() }) }).parse(body).data._id;
    const ofLink = await share(user, { target: "link", targetId: link.id });
    const ofGroup = await share(user, { target: "group", targetId: groupId });
    const ofAccount = await share(user);
    await call(api, "DELETE", `/api/urls/${link.id}`, { user });
    await call(api, "DELETE", `/api/groups/${groupId}`, { user });
    expect([(await look(ofLink.token)).status, (await look(ofGroup.token)).status]).toEqual([404, 404]);
    await api.services.reads.query(
      sql`INSERT INTO account_ban (user_id, reason, at) VALUES (${user.id}, 'test', now())`,
    );
    expect((await look(ofAccount.token)).status).toBe(404);
    await api.services.reads.query(sql`DELETE FROM account_ban WHERE user_id = ${user.id}`);
    expect((await look(ofAccount.token)).status).toBe(200);
    const archive = await api.app.inject({
      url: "/api/auth/export",
      headers: { authorization: `Bearer ${user.accessToken}` },
    });
    const files = await unzip(archive.rawPayload);
    const exported = files["shares.json"] ?? "";
    expect(z.array(z.object({ id: z.string() })).parse(JSON.parse(exported))).toEqual([{ id: ofAccount.id }]);
    expect(exported).not.toMatch(/hash|token/i);
    await graphql(api, "mutation ($password: String!) { deleteAccount(password: $password) }", { password }, user);
    expect((await look(ofAccount.token)).status).toBe(404);
    const { rows } = await api.services.reads.query(sql`SELECT id FROM share WHERE owner_id = ${user.id}`);
    expect(rows).toEqual([]);
  });
});

it("is counted once for all who look at the same time", async () => {
  const user = await signUp(api);
  const { token } = await share(user, { dimensions });
  const reads = async () => {
    const metrics = await api.registry.metrics();
    return Number(/^hoplog_api_share_read_seconds_count\S* (\d+)$/m.exec(metrics)?.[1]);
  };
  const before = await reads();
  const pages = await Promise.all(Array.from({ length: 100 }, () => page(token)));
  expect(new Set(pages.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(await reads()).toBe(before + 1);
});

describe("a password", () => {
  const give = (token: string, given: string) =>
    api.app.inject({ method: "POST", url: `/api/shared/${token}/password`, payload: { password: given } });
  const cookieOf = (response: Awaited<ReturnType<typeof give>>) => {
    const [cookie] = response.cookies;
    return { text: `${cookie?.name}=${cookie?.value}`, cookie };
  };

  it("is asked for before anything is shown, and its pass holds for this page and this password", async () => {
    const user = await signUp(api);
    const { id, token, data } = await share(user, { password: "first password" });
    const other = await share(user, { password: "first password" });
    expect(data).toMatchObject({ hasPassword: true });
    const refused = await look(token);
    expect(refused).toMatchObject({ status: 401, body: { error: { type: "AUTHENTICATION_ERROR" } } });
    expect(refused.text).not.toContain("Campaign");
    expect((await look(`${token}/live`)).status).toBe(401);
    expect((await give(token, "another password")).statusCode).toBe(422);
    const response = await give(token, "first password");
    const { text, cookie } = cookieOf(response);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: `/api/shared/${token}` });
    expect((await page(token, "", text)).name).toBe("Campaign");
    expect((await look(other.token, "", text)).status).toBe(401);
    expect((await look(token, "", `${text}x`)).status).toBe(401);
    await call(api, "PATCH", `/api/shares/${id}`, { user, body: { password: "second password" } });
    expect((await look(token, "", text)).status).toBe(401);
    await call(api, "PATCH", `/api/shares/${id}`, { user, body: { password: null } });
    expect((await look(token)).status).toBe(200);
    const { rows } = await api.services.reads.query("SELECT FROM event WHERE data::text LIKE '%first password%'");
    expect(rows).toEqual([]);
  });

  it("can be guessed a few times, also with the wildest texts", async () => {
    const { token } = await share(await signUp(api), { password: "right password" });
    expect((await give(token, "x".repeat(limits.sharePasswordMax + 1))).statusCode).toBe(422);
    expect((await give(token, "x".repeat(300_000))).statusCode).toBe(413);
    expect([(await give(token, "")).statusCode, (await give(token, "wrong")).statusCode]).toEqual([422, 422]);
    const late = await give(token, "right password");
    expect(late.statusCode).toBe(429);
    expect(late.headers["retry-after"]).toBeDefined();
    expect((await give("x".repeat(32), "right password")).statusCode).toBe(404);
  });
});

describe("its page", () => {
  const headersOf = async (path: string) => (await api.app.inject({ url: path })).headers;

  it("is embedded where that is allowed, is found by no search engine, and tells nobody its address", async () => {
    const user = await signUp(api);
    const alone = await share(user);
    const { id, token } = await share(user, { origins: ["https://partner.example", "http://localhost:8080"] });
    for (const path of [`/stats/${alone.token}`, `/stats/${"x".repeat(32)}`, "/stats/", `/stats/${token}/x`]) {
      const headers = await headersOf(path);
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
      expect(headers).toMatchObject({
        "x-frame-options": "DENY",
        "x-robots-tag": "noindex, nofollow",
        "referrer-policy": "no-referrer",
      });
    }
    const embedded = await headersOf(`/stats/${token}?period=7d`);
    expect(embedded["content-security-policy"]).toMatch(
      /frame-ancestors https:\/\/partner\.example http:\/\/localhost:8080(;|$)/,
    );
    expect(embedded["content-security-policy"]).toContain("script-src 'self'");
    expect(embedded["x-frame-options"]).toBeUndefined();
    expect((await look(token)).headers["x-robots-tag"]).toBe("noindex, nofollow");
    await call(api, "PATCH", `/api/shares/${id}`, { user, body: { origins: [] } });
    expect((await headersOf(`/stats/${token}`))["x-frame-options"]).toBe("DENY");
  });
});

describe("live", () => {
  const open = (token: string, query = "") => readEvents(`${url}/api/shared/${token}/live${query}`);
  const clicksIn = (events: readonly { data: unknown }[]) =>
    events.map(({ data }) => z.object({ figures: z.object({ clicks: z.number() }) }).parse(data).figures.clicks);

  it("brings the page anew as clicks are counted, by one read for all who look, and ends when it is revoked", async () => {
    const user = await signUp(api);
    const link = await makeLink(api, user);
    const { id, token } = await share(user, { target: "link", targetId: link.id });
    const [first, second] = [await open(token), await open(token)];
    await expect.poll(() => [first.events.length, second.events.length]).toEqual([1, 1]);
    expect(sharedPageAnswers.SharedPage.strict().safeParse(first.events[0]?.data)).toMatchObject({
      success: true,
    });
    await clickOn(user, link.id, [{}]);
    await countAnew(user, [link.id]);
    await expect.poll(() => clicksIn(first.events).at(-1)).toBe(1);
    await expect.poll(() => clicksIn(second.events).at(-1)).toBe(1);
    await call(api, "DELETE", `/api/shares/${id}`, { user });
    await expect.poll(() => [first.events.at(-1)?.name, second.events.at(-1)?.name]).toEqual(["end", "end"]);
    expect((await look(`${token}/live`)).status).toBe(404);
  });

  it("ends when the page expires or changes or its account is banned, and lets few in from one address", async () => {
    const user = await signUp(api);
    const short = await share(user, { expiresAt: new Date(Date.now() + 3000).toISOString() });
    const expiring = await open(short.token);
    const { id, token } = await share(user);
    const changing = await open(token);
    await open(token);
    expect((await look(`${token}/live`)).status).toBe(429);
    await call(api, "PATCH", `/api/shares/${id}`, { user, body: { name: "Renamed" } });
    await expect.poll(() => changing.events.at(-1)?.name).toBe("end");
    await expect.poll(() => expiring.events.at(-1)?.name).toBe("end");
    const changed = await open(token);
    await banAccount(api.services, operatorCalled("ops"), user.id, "Phishing");
    await expect.poll(() => changed.events.at(-1)?.name).toBe("end");
  });
});
