import { withVisitedPath } from "@hoplog/schema/clicks/visitedPath.js";
import { noWorkspaceRules, type WorkspaceRules } from "@hoplog/schema/bots/workspaceRules.js";
import { clickFlags } from "@hoplog/schema/topics/clickBatch/click.js";
import { describe, expect, it } from "vitest";
import { columnsOf, createEnrichment } from "../clicks/columns.ts";
import { openLocator } from "@hoplog/platform/visitor/locator.js";
import { blockOf, chrome, googlebot, ipv4, testBatch, testClick, testLink } from "../testing/clicks.ts";
import { insertBlock } from "../pipeline/insertBlock.ts";
import { freshDatabases } from "../testing/setUp.ts";
import { createSaltStore } from "../visitors/salts.ts";
import { daysOf } from "../visitors/visitors.ts";
import { prepareDatabases } from "../boot/prepare.ts";
import { makeRuleTables, setRules } from "../testing/rules.ts";
import { createRuleStore } from "./rules.ts";

const locator = openLocator();

async function setUp() {
  const databases = await freshDatabases();
  await prepareDatabases(databases.pool, databases.clickHouse);
  await makeRuleTables(databases.pool);
  return databases;
}

const rulesWith = (some: Partial<WorkspaceRules>): WorkspaceRules => ({ ...noWorkspaceRules, ...some });

it("clicks and misses are judged by the rules of their link's workspace, and by nobody else's", async () => {
  const { pool, client, rows } = await setUp();
  const [one, other] = [testLink(), testLink()];
  const version = await setRules(
    pool,
    one.ownerText,
    rulesWith({
      verdicts: [
        { field: "agent", value: "googlebot", verdict: "person" },
        { field: "referrer", value: "spam.example", verdict: "bot" },
        { field: "network", value: "15169", verdict: "bot" },
      ],
      addresses: ["203.0.113.0/24"],
      parameter: { name: "me", value: "it-is-us" },
    }),
  );
  const at = Date.now();
  const plain = { at, address: ipv4("198.51.100.1"), userAgent: chrome };
  const visits = [
    plain,
    { ...plain, userAgent: googlebot },
    { ...plain, referrer: "https://www.spam.example/x" },
    { ...plain, address: ipv4("8.8.8.8") },
    { ...plain, address: ipv4("203.0.113.9"), userAgent: googlebot },
    { ...plain, query: withVisitedPath("utm_source=mail&me=it-is-us", "/docs.") },
    { ...plain, address: ipv4("203.0.113.9"), flags: clickFlags.head },
  ];
  const clicks = [one, other].flatMap((link) => visits.map((visit) => testClick(link, visit)));
  const missed = { at, path: "/x", host: "hop.example", reason: "expired" as const, code: "x", query: "" };
  const misses = [one, other].map((link) => ({
    ...testClick(link, { ...plain, referrer: "https://spam.example/" }),
    ...missed,
  }));
  const block = blockOf(testBatch(clicks, misses));
  const store = createRuleStore(pool);
  const salts = await createSaltStore(pool).of(daysOf(block));
  const columns = columnsOf(block, createEnrichment(locator), salts, await store.at(version, block.links));
  for (const table of ["clicks", "misses"] as const) await insertBlock(client, table, columns[table], "a token");

  const reasons = (owner: string) =>
    rows(`SELECT bot_reason, is_bot FROM clicks WHERE owner_id = '${owner}' ORDER BY click_id`);
  expect(await reasons(one.ownerText)).toEqual([
    ["", false],
    ["", false],
    ["workspace: referrer", true],
    ["workspace: network", true],
    ["own visit: address", true],
    ["own visit: parameter", true],
    ["head request", true],
  ]);
  const builtIn = ["", "crawler: Googlebot", "", "", "crawler: Googlebot", "", "head request"];
  expect(await reasons(other.ownerText)).toEqual(builtIn.map((reason) => [reason, reason !== ""]));
  expect(await rows("SELECT owner_id, bot_reason FROM misses ORDER BY bot_reason")).toEqual([
    [other.ownerText, ""],
    [one.ownerText, "workspace: referrer"],
  ]);
});

describe("rules of a version", () => {
  it("are the same however often they are asked for, whatever has been set since", async () => {
    const { pool } = await setUp();
    const link = testLink();
    const bot = { userAgent: "Some/1.0", asn: 0, referrer: "" };
    const versions = [];
    for (const verdict of ["bot", "person"] as const)
      versions.push(
        await setRules(pool, link.ownerText, rulesWith({ verdicts: [{ field: "agent", value: "Some/", verdict }] })),
      );
    const verdictAt = async (version: number) => {
      const rules = await createRuleStore(pool).at(version, [link]);
      return [...rules.values()].map(({ verdict }) => verdict(bot));
    };
    expect(await verdictAt(0)).toEqual([]);
    expect(await verdictAt(versions[0] ?? 0)).toEqual(["workspace: agent"]);
    expect(await verdictAt(versions[1] ?? 0)).toEqual([""]);
  });

  it("stay as long as a delivery that is open needs them, and go when they were replaced long ago", async () => {
    const { pool } = await setUp();
    const { ownerText } = testLink();
    const kept = async () =>
      (
        await pool.query<{ version: number }>("SELECT version::int AS version FROM bot_rules ORDER BY version")
      ).rows.map(({ version }) => version);
    for (let i = 0; i < 3; i++) await setRules(pool, ownerText, rulesWith({ addresses: [`192.0.2.${i}`] }));
    const store = createRuleStore(pool);
    await store.forgetOld();
    expect(await kept()).toEqual([1, 2, 3]);
    await pool.query("UPDATE bot_rules SET created_at = now() - interval '2 hours'");
    await pool.query(
      "INSERT INTO click_delivery (id, log, partition, first, last, digest, rules_version) VALUES (gen_random_uuid(), 'test', 0, '0', '1', '', 2)",
    );
    await store.forgetOld();
    expect(await kept()).toEqual([2, 3]);
    await pool.query("UPDATE click_delivery SET counted_at = now()");
    await store.forgetOld();
    expect(await kept()).toEqual([3]);
  });

  it("are none before the api has made their table", async () => {
    const databases = await freshDatabases();
    await prepareDatabases(databases.pool, databases.clickHouse);
    await createRuleStore(databases.pool).forgetOld();
    expect(await createRuleStore(databases.pool).at(0, [testLink()])).toEqual(new Map());
  });
});
