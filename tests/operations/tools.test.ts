import { createLogger } from "@hoplog/platform/logging/logger.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { clicksV1, linksV2 } from "@hoplog/schema/topics/topic.js";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { ask, insideOf } from "../analysts/sql.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { clickBatch } from "../verify/clickBatch.ts";
import { openOwner, type Owner } from "./account.ts";
import { databasesOf } from "./databases.ts";
import { metricsTargetsOf } from "./metricsTargets.ts";
import { metricsOf, metricsIn } from "./promql.ts";
import { runTool } from "./tool.ts";

const filled = 30_000;
const day = 86_400_000;

let testStack: TestStack;
let account: Owner;
let append: (value: Uint8Array) => Promise<void>;
let close = async () => {};
let batch: (size: number) => Uint8Array;

beforeAll(async () => {
  testStack = await newTestStack();
  await testStack.start({ env: { RATE_LIMITS: "off", LOG_LEVEL: "error" } }).ready();
  account = await openOwner(testStack.appUrl);
  const group = await account.createGroup("Shown");
  const links = [await account.createLink({ name: "One", groupId: group }), await account.createLink({ name: "Two" })];
  const log = await openEventLog({
    databaseUrl: databasesOf(testStack).databaseUrl,
    logger: createLogger("test", "silent"),
  });
  close = log.close;
  append = (value) => log.append(clicksV1, [{ key: null, value }]);
  const owner = { id: account.id, email: account.email, linkIds: links.map(({ id }) => id), clicks: account.clicks };
  batch = (size) => clickBatch(owner, size, Date.now() - 40 * day, 39 * day);
  await append(batch(filled));
  await fetch(`${testStack.shortUrl}/${links[0]?.code}`, { redirect: "manual" });
  await fetch(`${testStack.shortUrl}/nosuchcode`);
  await vi.waitFor(async () => expect(await account.clicks()).toBe(filled + 1), { timeout: 60_000, interval: 200 });
});
afterAll(async () => {
  await close();
  await testStack?.clear();
});

const verified = "All figures agree with the raw clicks.";

/**
 * Each of these tests queries every figure of the account two to four times, on a machine that runs other tests too.
 */
const manyFigures = { timeout: 600_000 };

it(
  "make rebuild-views mends what a projection has lost or has too much, and a batch that comes again counts once",
  manyFigures,
  async () => {
    const { clickHouse } = databasesOf(testStack);
    const last = batch(1000);
    await append(last);
    await expect.poll(() => account.clicks(), { interval: 200 }).toBe(filled + 1001);
    await clickHouse(
      "ALTER TABLE owner_quarter DELETE WHERE quarter < now() - INTERVAL 20 DAY SETTINGS mutations_sync = 2",
    );
    await clickHouse(
      "INSERT INTO owner_day SELECT owner_id, day, uniqCombinedState(14)(rand64()), uniqCombinedState(14)(rand64()) FROM owner_day GROUP BY ALL",
    );
    await clickHouse(
      "INSERT INTO link_quarter SELECT owner_id, link_id, '2019-01-01 00:00:00', 1, 1 FROM link_quarter LIMIT 1",
    );
    expect((await runTool(testStack, "verify", { LINKS: "1", ATTEMPTS: "1" })).output).toMatch(/figures? differ/);

    const rebuilt = await runTool(testStack, "rebuildViews");
    expect(rebuilt.output).toContain("Rebuilt link_day, link_quarter, owner_day, owner_quarter from the clicks.");
    expect(rebuilt.code).toBe(0);
    await append(last);
    await append(batch(500));
    await expect.poll(() => account.clicks(), { interval: 200 }).toBe(filled + 1501);
    expect((await runTool(testStack, "verify", { LINKS: "1" })).output).toContain(verified);
  },
);

it(
  "make reclassify tells what the owner's verdicts change in the past, is killed, puts it in place, and make verify agrees",
  manyFigures,
  async () => {
    const { clickHouse, postgres } = databasesOf(testStack);
    const bots = async () =>
      Number((await clickHouse("SELECT countIf(bot_reason = 'workspace: agent') AS bots FROM clicks"))[0]?.["bots"]);
    const verdict = { field: "agent", value: "Chrome/117.", verdict: "bot" };
    await account.call("PUT", "/api/bots/rules", { verdicts: [verdict] });
    const tried = await runTool(testStack, "reclassify");
    expect(tried.output).toContain("Nothing was changed");
    const would = [...tried.output.matchAll(/(\d+) clicks would become bots,/g)].reduce(
      (sum, [, n]) => sum + Number(n),
      0,
    );
    expect(would).toBeGreaterThan(100);
    expect(await bots()).toBe(0);

    // Clicks continue to be counted while the tool is killed twice: while it computes the months, and while it replaces
    // one.
    const counted = await account.clicks();
    let appended = 0;
    const isThere = async (query: string) => (await clickHouse(query)).length > 0;
    const made = "SELECT 1 FROM system.tables WHERE database = 'hoplog' AND name = 'rejudge_clicks' AND total_rows > 0";
    const killed = async (when: () => Promise<boolean>) => {
      await runTool(testStack, "reclassify", { APPLY: "1" }, [], async () => {
        if (appended < 40) await append(batch(50)).then(() => appended++);
        return when();
      });
    };
    await killed(() => isThere(made));
    await killed(async () => (await postgres("SELECT 1 FROM rejudged_month WHERE NOT is_whole")).length > 0);
    await append(batch(50));
    appended++;
    const applied = await runTool(testStack, "reclassify", { APPLY: "1" });
    expect(applied.output).toContain("The months listed above are classified by the current rules");
    expect(await postgres("SELECT 1 FROM rejudged_month WHERE NOT is_whole")).toEqual([]);
    await expect
      .poll(async () => (await clickHouse("SELECT count() AS n, uniqExact(click_id) AS ids FROM clicks"))[0], {
        timeout: 60_000,
      })
      .toEqual((await clickHouse("SELECT count() AS n, count() AS ids FROM clicks"))[0]);
    const [row] = await clickHouse(
      "SELECT countIf(is_bot != (bot_reason != '')) AS wrong, countIf(position(user_agent, 'Chrome/117.') > 0 AND flags = 0 AND NOT is_bot) AS missed FROM clicks",
    );
    expect([Number(row?.["wrong"]), Number(row?.["missed"])]).toEqual([0, 0]);
    expect(await bots()).toBeGreaterThanOrEqual(would);
    expect(counted).toBeGreaterThan(0);
    expect((await runTool(testStack, "verify", { LINKS: "1" })).output).toContain(verified);
    await account.call("PUT", "/api/bots/rules", {});
    expect((await runTool(testStack, "reclassify", { APPLY: "1" })).code).toBe(0);
    expect(await bots()).toBe(0);
    expect((await runTool(testStack, "verify", { LINKS: "1" })).output).toContain(verified);
  },
);

it("make dead-letters lists what could not be read, and puts it back when it can be", async () => {
  const { postgres } = databasesOf(testStack);
  expect((await runTool(testStack, "deadLetters")).output).toBe("There are no dead letters.\n");
  await append(Buffer.from("no batch"));
  await expect.poll(() => postgres("SELECT FROM dead_letter")).toHaveLength(1);
  const good = batch(10);
  await postgres(
    "INSERT INTO dead_letter (topic, digest, value, reason, recorded_at) VALUES ('clicks.v1', sha256($1), $1, 'an older ingest', now())",
    [good],
  );
  const listed = await runTool(testStack, "deadLetters");
  expect(listed.output).toMatch(/^[0-9a-f]{16} {2}\S+Z {2}\d+ bytes {2}an older ingest$/m);
  expect(listed.output).toContain("2 in total.");
  const before = await account.clicks();
  expect((await runTool(testStack, "deadLetters", { REPLAY: "all" })).output).toContain("2 returned to the log.");
  await expect.poll(() => account.clicks()).toBe(before + 10);
  // Batches that still can't be read return to the dead letters.
  await expect.poll(() => postgres("SELECT reason FROM dead_letter")).toHaveLength(1);
  const wrong = await runTool(testStack, "deadLetters", { REPLAY: "everything" });
  expect(wrong.output).toContain("REPLAY: expected all");
  expect(wrong.code).toBe(1);
});

describe("docs/grafana", () => {
  const read = (name: string) => readFileSync(join(repositoryRoot, "docs", "grafana", name), "utf8");
  const dashboard = z.object({
    panels: z
      .object({
        title: z.string(),
        targets: z.object({ expr: z.string().optional(), rawSql: z.string().optional() }).array().min(1),
      })
      .array()
      .min(1),
  });
  const questions = (name: string) => dashboard.parse(JSON.parse(read(name))).panels.flatMap(({ targets }) => targets);

  it("names only metrics that the services give, and docs/reference/metrics.md explains each of ours", async () => {
    const given = new Set<string>();
    for (const { address } of metricsTargetsOf(testStack))
      for (const name of metricsIn(await (await fetch(`http://${address}/metrics`)).text())) given.add(name);
    // Prometheus itself adds the metric `up`.
    given.add("up");
    const rules = [...read("alerts.yml").matchAll(/^ +expr: (.+)$/gm)].map(([, expr = ""]) => expr);
    expect(rules.length).toBeGreaterThan(8);
    const asked = [...rules, ...questions("operations.json").map(({ expr = "" }) => expr)].flatMap(metricsOf);
    expect(asked.length).toBeGreaterThan(30);
    expect(asked.filter((name) => !given.has(name))).toEqual([]);
    const manual = readFileSync(join(repositoryRoot, "docs", "reference", "metrics.md"), "utf8");
    const ours = [...given].filter((name) => name.startsWith("hoplog_") && !/_(bucket|sum|count)$/.test(name));
    expect(ours.filter((name) => !manual.includes(`\`${name}\``))).toEqual([]);
  });

  it("asks the analysts' views what they can answer", async () => {
    const { analyst } = insideOf(testStack);
    const range = (column: string) => `${column} >= now() - INTERVAL 60 DAY AND ${column} <= now()`;
    const panels = questions("analysts.json");
    expect(panels.length).toBeGreaterThan(10);
    for (const { rawSql = "" } of panels) {
      const sql = rawSql.replaceAll(/\$__(?:time|date)Filter\((\w+)\)/g, (_, column: string) => range(column));
      expect(sql).not.toContain("$__");
      const answer = await ask(analyst, sql);
      expect(answer.error).toBe("");
      expect(answer.text).not.toBe("");
    }
  });
});

it("make republish mends what the topic of links says, while visitors come", async () => {
  const { databaseUrl } = databasesOf(testStack);
  const log = await openEventLog({ databaseUrl, logger: createLogger("test", "silent") });
  const { code } = await account.createLink({ name: "Damaged" });
  const visit = () => fetch(`${testStack.shortUrl}/${code}`, { redirect: "manual" });
  await expect.poll(async () => (await visit()).status).toBe(302);
  // The record is appended repeatedly, because the relay may publish a state twice, which corrects the state.
  await expect
    .poll(async () => {
      await log.append(linksV2, [{ key: code, value: Buffer.from("damaged") }]);
      return (await visit()).status;
    })
    .toBe(503);
  const republished = await runTool(testStack, "republish");
  expect(republished).toMatchObject({ code: 0, output: expect.stringMatching(/^Published \d+ codes again\.\n$/) });
  await expect.poll(async () => (await visit()).status).toBe(302);
  await log.close();
});
