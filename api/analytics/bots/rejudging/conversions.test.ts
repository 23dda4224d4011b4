import { afterAll, beforeAll, expect, it } from "vitest";
import { clickOn, conversionsWritten, report } from "../../../testing/conversions.ts";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../../testing/testApi.ts";
import { areConversionsBehind, reclassifyConversions } from "./conversions.ts";
import { type MonthResult, rejudge, type RejudgeJob } from "./rejudge.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const firefox = "Mozilla/5.0 Firefox/144.0";
const chrome = "Mozilla/5.0 Chrome/140.0";
const byRule = { botRules: 1, isBot: true, botReason: "workspace: agent" };
const sale = (amount: number) => ({ type: "sale", amount, currency: "EUR" });

async function run(some: Partial<RejudgeJob> = {}): Promise<MonthResult["outcome"][]> {
  const results: MonthResult[] = [];
  await rejudge({
    databaseUrl: api.databaseUrl,
    clickhouse: api.services.clickhouse,
    apply: true,
    months: null,
    rulesVersion: 1,
    reasonOfAgent: () => "",
    onMonth: (result) => results.push(result),
    ...some,
  });
  return results.map(({ outcome }) => outcome);
}

/**
 * A sale of 49.00 by a bot (workspace rule), and two sales by a person: one of 1.00, and one of 0.07 that was deleted.
 */
async function sold(): Promise<TestUser> {
  const user = await signUp(api);
  const { id: linkId } = await makeLink(api, user);
  await callsBots(user, "firefox");
  const bot = await clickOn(api, user, linkId, { userAgent: firefox, ...byRule });
  const person = await clickOn(api, user, linkId, { userAgent: chrome, botRules: 1 });
  await report(api, user, { clickId: bot, ...sale(4900) });
  await report(api, user, { clickId: person, ...sale(100) });
  const mistake = await report(api, user, { clickId: person, ...sale(7) });
  await conversionsWritten(api, user);
  await call(api, "DELETE", `/api/conversions/${mistake}`, { user });
  await conversionsWritten(api, user);
  return user;
}

async function callsBots(user: TestUser, agent: string): Promise<void> {
  const body = { verdicts: [{ field: "agent", value: agent, verdict: "bot" }] };
  expect(await call(api, "PUT", "/api/bots/rules", { user, body })).toMatchObject({ status: 200 });
}

async function revenue(user: TestUser, bots: boolean): Promise<unknown> {
  const { body } = await call(api, "GET", `/api/conversions/figures?bots=${bots}`, { user });
  return (body["data"] as { revenue: unknown }).revenue;
}

const euros = (amount: number) => [{ currency: "EUR", amount }];

it("gives sales the verdicts of their clicks, both ways, whichever step a run is killed before", async () => {
  const user = await sold();
  expect(await revenue(user, false)).toEqual(euros(100));
  await callsBots(user, "chrome");
  for (const killedAt of ["conversions", "unmark"]) {
    const killed = run({
      onStep: (step) => {
        if (step === killedAt) throw new Error("killed");
      },
    });
    await expect(killed).rejects.toThrow("killed");
  }
  expect(await run()).toEqual(["applied"]);
  expect(await revenue(user, false)).toEqual(euros(4900));
  expect(await revenue(user, true)).toEqual(euros(5000));
  expect(await run()).toEqual(["unchanged"]);
  // The result is the same after ClickHouse has merged the parts.
  await api.services.clickhouse.command({ query: "OPTIMIZE TABLE conversions FINAL" });
  expect(await revenue(user, false)).toEqual(euros(4900));
  await callsBots(user, "firefox");
  expect(await run()).toEqual(["applied"]);
  expect(await revenue(user, false)).toEqual(euros(100));
});

it("mends those that were left behind by a release that judged clicks alone", async () => {
  const user = await sold();
  await api.services.clickhouse.command({
    query: `INSERT INTO conversions SELECT * REPLACE (false AS is_bot, '' AS bot_reason)
      FROM (SELECT * FROM conversions FINAL WHERE owner_id = {owner: UUID} AND is_bot)`,
    query_params: { owner: user.id },
  });
  expect(await revenue(user, false)).toEqual(euros(5000));
  expect(await run()).toEqual(["applied"]);
  expect(await revenue(user, false)).toEqual(euros(100));
});

it("leaves them as they are whose clicks are gone, or are being removed", async () => {
  const { clickhouse } = api.services;
  const owner = (await sold()).id;
  const clickedAt = new Date(Date.now() - 60_000);
  const month = clickedAt.getUTCFullYear() * 100 + clickedAt.getUTCMonth() + 1;
  const verdicts = async () => {
    const rows = await clickhouse.query({
      query: `SELECT conversion_id, is_bot, bot_reason FROM conversions FINAL WHERE owner_id = {owner: UUID} ORDER BY ALL`,
      query_params: { owner },
      format: "JSONEachRow",
    });
    return rows.json();
  };
  // A click removal that was interrupted after recording its date but before deleting the clicks.
  await clickhouse.insert({
    table: "clicks_cut",
    values: [{ owner_id: owner, cut_before: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) }],
    format: "JSONEachRow",
  });
  await clickhouse.command({
    query: "ALTER TABLE conversions UPDATE bot_reason = '' WHERE owner_id = {owner: UUID}",
    query_params: { owner },
    clickhouse_settings: { mutations_sync: "2" },
  });
  const before = await verdicts();
  await reclassifyConversions(clickhouse, month);
  expect(await verdicts()).toEqual(before);
  await clickhouse.command({ query: "DELETE FROM clicks WHERE owner_id = {owner: UUID}", query_params: { owner } });
  await reclassifyConversions(clickhouse, month);
  expect(await verdicts()).toEqual(before);
  expect(await areConversionsBehind(clickhouse, month)).toBe(false);
});
