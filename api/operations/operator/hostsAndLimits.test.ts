import { createListener } from "@hoplog/platform/postgres/listener.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { readAccountLimits } from "../../boot/openLimits.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import { openAccountRates } from "../../kernel/limits/accountRates.ts";
import { operatorCommand } from "../../testing/operatorCommand.ts";
import { isRedirected } from "../../testing/redirectorsView.ts";
import { call, graphql, makeLink, openTestApi, password, signUp, type TestApi } from "../../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const operator = (...args: string[]) => operatorCommand(api, ...args);
const done = { code: 0, err: "" };

describe("limits of an account", () => {
  it("are set and taken away, every api goes by them, and the audit has it", async () => {
    const user = await signUp(api);
    expect(await operator("limits", user.email)).toMatchObject({
      ...done,
      out: expect.stringContaining("default limits"),
    });
    expect(await operator("limit", user.email, "creation", "5000/1m")).toMatchObject({
      ...done,
      out: `The limit creation of ${user.email} is now 5000/1m.`,
    });
    expect(await operator("limit", user.email, "creation", "5000/1m")).toMatchObject({
      ...done,
      out: expect.stringContaining("already"),
    });
    expect((await operator("limits", user.id)).out).toMatch(/^creation {2}5000 in 60 s {2}set at 20/);
    const { logger } = api.services;
    const listener = createListener({ databaseUrl: api.databaseUrl, applicationName: "test", logger });
    onTestFinished(() => listener.close());
    const readLimits = () => readAccountLimits(api.services);
    const rates = await openAccountRates({ readLimits, listener, logger });
    onTestFinished(() => rates.close());
    expect(rates.rateOf(user.id, "creation")).toEqual({ points: 5000, seconds: 60 });
    expect(rates.rateOf(user.id, "export")).toBeUndefined();
    expect(await operator("limit", user.id, "creation", "default")).toMatchObject(done);
    await expect.poll(() => rates.rateOf(user.id, "creation")).toBeUndefined();
    const audit = (await operator("list", "audit", "--user", user.id)).out;
    expect(audit).toMatch(/SetAccountLimit.*"rate":"5000\/1m","limit":"creation"/);
    expect(audit).toMatch(/SetAccountLimit.*"rate":"default"/);
  });

  it.each([
    [["creation", "much"], "A rate must be a count and a time, such as 5000/1m, or default."],
    [["creation", "0/1m"], "A rate must be a count and a time, such as 5000/1m, or default."],
    [["login", "5/1m"], /^A limit must be one of apiAccount, /],
  ])("are refused: %j", async (args, message) => {
    const user = await signUp(api);
    const { code, err } = await operator("limit", user.email, ...args);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(message) });
  });

  it("go with the account", async () => {
    const user = await signUp(api);
    await operator("limit", user.email, "export", "1/1h");
    await graphql(api, "mutation ($p: String!) { deleteAccount(password: $p) }", { p: password }, user);
    const left = await rowsOf(api.services.orm.em.fork(), sql`SELECT FROM account_limit WHERE user_id = ${user.id}`);
    expect(left).toEqual([]);
  });
});

describe("a banned host", () => {
  it("has every link banned that leads there, takes no new one, and is as before when that is lifted", async () => {
    const user = await signUp(api);
    const there = [
      "https://bad.example/login",
      "http://LOGIN.bad.example:8080?x",
      "https://a.b.bad.example",
      "https://bad.example./",
      "https://bad.example.:8443/",
    ];
    const elsewhere = [
      "https://notbad.example/",
      "https://example.com/?to=https://bad.example/",
      "https://bad.example.com/",
    ];
    const make = (originalUrl: string) => makeLink(api, user, { originalUrl });
    const [caught, spared] = [await Promise.all(there.map(make)), await Promise.all(elsewhere.map(make))];
    expect(await operator("ban", "host", "bad.example/login", "--reason", "Phishing")).toMatchObject({
      code: 1,
      err: "Provide a host without a path or port.",
    });
    expect(await operator("ban", "host", "bad.example:8080", "--reason", "Phishing")).toMatchObject({ code: 1 });
    expect(await operator("ban", "host", "Bad.Example", "--reason", "Phishing")).toMatchObject({
      ...done,
      out: expect.stringContaining("5 links to it are banned"),
    });
    for (const { code } of caught) expect(await isRedirected(api, code)).toBe(false);
    for (const { code } of spared) expect(await isRedirected(api, code)).toBe(true);
    const refused = () =>
      call(api, "POST", "/api/urls", { user, body: { name: "New", originalUrl: "https://bad.example/" } });
    await expect.poll(async () => (await refused()).status).toBe(422);
    expect(await operator("lift", "host", "bad.example")).toMatchObject({
      ...done,
      out: expect.stringContaining("5 bans of links to it are lifted"),
    });
    // While the host was banned, its links also got a warning page. A separate job removes it.
    for (const { code } of caught) await expect.poll(() => isRedirected(api, code)).toBe(true);
    expect(await operator("lift", "host", "bad.example")).toMatchObject({
      code: 1,
      err: expect.stringContaining("not blocked"),
    });
  });
});
