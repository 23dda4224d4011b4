import { randomBytes } from "node:crypto";
import { botRulesVersion } from "@hoplog/platform/visitor/botRules.js";
import { clickFlags, type RecordedMiss } from "@hoplog/schema/topics/clickBatch/click.js";
import { decodeClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { encodeClickBatch } from "@hoplog/schema/topics/clickBatch/encode.js";
import { uuidText } from "@hoplog/schema/uuid.js";
import { expect, it } from "vitest";
import { prepareDatabases } from "../boot/prepare.ts";
import { withoutLinks } from "../erasure/erasure.ts";
import { insertBlock } from "../pipeline/insertBlock.ts";
import { openLocator } from "@hoplog/platform/visitor/locator.js";
import { blockOf, testBatch, chrome, googlebot, ipv4, testClick, testLink } from "../testing/clicks.ts";
import { freshDatabases, withoutRetention } from "../testing/setUp.ts";
import { noRules } from "../rules/rules.ts";
import { createSaltStore } from "../visitors/salts.ts";
import { daysOf } from "../visitors/visitors.ts";
import { columnsOf, createEnrichment } from "./columns.ts";

const locator = openLocator();
const noon = Date.UTC(2026, 10, 21, 12);
const nobody = "00000000-0000-0000-0000-000000000000";

async function setUp() {
  const databases = await freshDatabases();
  await prepareDatabases(databases.pool, databases.clickHouse);
  await withoutRetention(databases.client);
  const enrichment = createEnrichment(locator);
  const salts = createSaltStore(databases.pool);
  async function write(batch: ReturnType<typeof decodeClickBatch>): Promise<void> {
    const { clicks, misses } = columnsOf(blockOf(batch), enrichment, await salts.of(daysOf(blockOf(batch))), noRules);
    if (batch.size > 0) await insertBlock(databases.client, "clicks", clicks, uuidText(batch.id));
    await insertBlock(databases.client, "misses", misses, uuidText(batch.id));
  }
  return { ...databases, write };
}

function lost(over: Partial<RecordedMiss>): RecordedMiss {
  const visitor = {
    address: ipv4("8.8.8.8"),
    userAgent: chrome,
    referrer: "https://www.example.com/a",
    languages: "fr",
  };
  return { at: noon, code: "x", reason: "unknown", host: "hop.example", path: "/x", flags: 0, ...visitor, ...over };
}

it("is counted beside clicks that a rule and an arm have decided", async () => {
  const { write, rows } = await setUp();
  const link = testLink();
  const decided = testClick(link, { at: noon, domain: 3, revision: 2, rule: 4, arm: 5 });
  const missed = lost({ code: "a", reason: "blocked", linkId: link.linkId, ownerId: link.ownerId, revision: 2 });
  await write(decodeClickBatch(encodeClickBatch(randomBytes(16), [decided], [missed])));
  expect(await rows("SELECT rule, arm FROM clicks")).toEqual([[4, 5]]);
  expect(await rows("SELECT reason, revision, link_id FROM misses")).toEqual([["blocked", 2, link.linkText]]);
});

it("a miss says of its visitor what a click says", async () => {
  const { write, rows } = await setUp();
  const link = testLink();
  const misses = [
    lost({ code: "a" }),
    lost({ code: "b", reason: "inactive", linkId: link.linkId, ownerId: link.ownerId, revision: 5, path: "/b/" }),
    lost({ code: "c", userAgent: googlebot, reason: "base URL", path: "/" }),
    lost({ code: "d", flags: clickFlags.prefetch, reason: "unknown host", host: "other.example" }),
  ];
  const batch = decodeClickBatch(encodeClickBatch(randomBytes(16), [testClick(link, { at: noon })], misses));
  await write(batch);
  const seen = [chrome, "fr", "US", 15_169, "desktop", "Chrome", "Windows", "example.com"];
  const bot = [googlebot, "fr", "US", 15_169, "Unknown", expect.any(String), "", "example.com"];
  expect(
    await rows(
      `SELECT code, reason, host, path, link_id, owner_id, revision, is_bot, bot_reason, bot_rules,
         user_agent, languages, country, asn, device, browser, os, referrer FROM misses ORDER BY code`,
    ),
  ).toEqual([
    ["a", "unknown", "hop.example", "/x", nobody, nobody, 0, false, "", botRulesVersion, ...seen],
    ["b", "inactive", "hop.example", "/b/", link.linkText, link.ownerText, 5, false, "", botRulesVersion, ...seen],
    ["c", "base URL", "hop.example", "/", nobody, nobody, 0, true, "crawler: Googlebot", botRulesVersion, ...bot],
    ["d", "unknown host", "other.example", "/x", nobody, nobody, 0, true, "prefetch", botRulesVersion, ...seen],
  ]);
  // The same person's visitor hash equals that of the click only for the link's account, and differs elsewhere.
  const visitors = await rows(
    "SELECT code, visitor = (SELECT visitor FROM clicks), visitor = (SELECT visitor FROM misses WHERE code = 'a') FROM misses ORDER BY code",
  );
  expect(visitors.map((row) => JSON.stringify(row))).toEqual(
    [
      ["a", 0, 1],
      ["b", 1, 0],
      ["c", 0, 0],
      ["d", 0, 1],
    ].map((row) => JSON.stringify(row)),
  );
  expect(await rows("SELECT reason, sum(misses) FROM misses_day GROUP BY reason ORDER BY reason")).toEqual([
    ["base URL", 1],
    ["inactive", 1],
    ["unknown", 1],
    ["unknown host", 1],
  ]);
});

it("a miss of which nothing more is known is nobody's, and no bot's", async () => {
  const { write, rows } = await setUp();
  const columns = "code, reason, visitor, is_bot, bot_reason, bot_rules, user_agent, path, owner_id";
  const unknown = ["nope", "inactive", 0, false, "", 0, "", "", nobody];
  const old = { at: noon, code: "nope", reason: "inactive", address: Buffer.alloc(16) } as const;
  await write(decodeClickBatch(encodeClickBatch(randomBytes(16), [], [old, lost({ code: "zz" })])));
  expect(await rows(`SELECT ${columns} FROM misses WHERE code = 'nope'`)).toEqual([unknown]);
  expect(await rows("SELECT visitor > 0, bot_rules FROM misses WHERE code = 'zz'")).toEqual([[1, botRulesVersion]]);
});

it("of an erased link nothing of a batch is left, misses included", () => {
  const [gone, kept] = [testLink(), testLink()];
  const ofLink = ({ linkId, ownerId }: typeof gone) => lost({ reason: "inactive", linkId, ownerId });
  const misses = [ofLink(gone), lost({ code: "y" }), { ...ofLink(kept), code: "z" }];
  const batch = blockOf(testBatch([testClick(kept), testClick(gone)], misses));
  const left = withoutLinks(batch, {
    links: new Set([batch.links.findIndex(({ linkId }) => gone.linkId.equals(linkId))]),
    accounts: new Set(),
  });
  expect(left.size).toBe(1);
  expect(Array.from(left.misses.code, (code) => left.texts[code])).toEqual(["y", "z"]);
  expect([left.misses.size, left.misses.reasons]).toEqual([2, ["unknown", "inactive"]]);
});

it("a miss of a domain's unknown code has its number and no owner, and stands by domain and time beside the others", async () => {
  const { write, rows } = await setUp();
  const link = testLink();
  const misses = [
    lost({ code: "own", domain: 7, at: noon + 1 }),
    lost({ code: "", domain: 7, reason: "base URL", path: "/", userAgent: googlebot }),
    lost({ code: "b", reason: "expired", linkId: link.linkId, ownerId: link.ownerId, domain: 7, revision: 5 }),
    lost({ code: "default" }),
  ];
  const batch = testBatch([], misses);
  await write(batch);
  // Writes the delivery a second time.
  await write(batch);
  const columns = "owner_id, domain, code, reason, is_bot, host, path, link_id, referrer, country, device, browser, os";
  const found = await rows(`SELECT ${columns} FROM misses_by_owner ORDER BY owner_id, domain, at`);
  expect(found.map((row) => JSON.stringify(row))).toEqual(
    [
      [
        nobody,
        0,
        "default",
        "unknown",
        false,
        "hop.example",
        "/x",
        nobody,
        "example.com",
        "US",
        "desktop",
        "Chrome",
        "Windows",
      ],
      [nobody, 7, "", "base URL", true, "hop.example", "/", nobody, "example.com", "US", "Unknown", "", ""],
      [
        nobody,
        7,
        "own",
        "unknown",
        false,
        "hop.example",
        "/x",
        nobody,
        "example.com",
        "US",
        "desktop",
        "Chrome",
        "Windows",
      ],
      [
        link.ownerText,
        7,
        "b",
        "expired",
        false,
        "hop.example",
        "/x",
        link.linkText,
        "example.com",
        "US",
        "desktop",
        "Chrome",
        "Windows",
      ],
    ].map((row) => JSON.stringify(row)),
  );
  expect(await rows(`SELECT ${columns} FROM misses ORDER BY owner_id, domain, at`)).toEqual(found);
  expect(await rows("SELECT sum(misses) FROM misses_day")).toEqual([[4]]);
});
