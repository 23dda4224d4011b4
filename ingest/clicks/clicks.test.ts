import { describe, expect, it } from "vitest";
import { dimensionColumns } from "@hoplog/schema/clicks/dimensions.js";
import { withVisitedPath } from "@hoplog/schema/clicks/visitedPath.js";
import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import { clickFlags, hintFlags } from "@hoplog/schema/topics/clickBatch/click.js";
import { uuidText } from "@hoplog/schema/uuid.js";
import { blockOf, chrome, googlebot, iphone, ipv4, testClick, testLink } from "../testing/clicks.ts";
import { botRulesVersion } from "@hoplog/platform/visitor/botRules.js";
import { withoutLinks } from "../erasure/erasure.ts";
import { figures, openWriting } from "../testing/writing.ts";

const noon = Date.UTC(2026, 10, 21, 12, 0, 0);

describe("a click", () => {
  it("has a column for every dimension, and for every text of a step", async () => {
    const { batchOf, columns } = await openWriting();
    const names = Object.keys(await columns(blockOf(batchOf([testClick(testLink(), { revision: 1 })]))));
    expect(names).toEqual(
      expect.arrayContaining([...dimensionColumns, "utm_source", "languages", "city", "user_agent"]),
    );
  });

  it("has the browser and the system of its client hints, and the visitor of its user agent", async () => {
    const { batchOf, write, rows } = await openWriting();
    const link = testLink();
    const flags = [0, hintFlags.brave, hintFlags.platform13, hintFlags.brave | hintFlags.platform13 | clickFlags.head];
    await write(batchOf(flags.map((sum, i) => testClick(link, { at: noon + i, userAgent: chrome, flags: sum }))));
    expect(await rows("SELECT browser, os, os_version, bot_reason FROM clicks ORDER BY at")).toEqual([
      ["Chrome", "Windows", "10", ""],
      ["Brave", "Windows", "10", ""],
      ["Chrome", "Windows", "11", ""],
      ["Brave", "Windows", "11", "head request"],
    ]);
    expect(await rows("SELECT uniqExact(visitor), uniqExact(user_agent) FROM clicks")).toEqual([[1, 1]]);
  });

  it("is written with everything that is known about it", async () => {
    const { batchOf, write, rows } = await openWriting();
    const link = testLink();
    const id = Buffer.from("00112233445566778899aabbccddeeff", "hex");
    await write(
      batchOf(
        [
          testClick(link, {
            at: noon,
            referrer: "https://www.example.com/a",
            query: "utm_source=s&utm_medium=m&utm_campaign=c&utm_term=t&utm_content=o",
          }),
          testClick(link, { at: noon + 1, userAgent: iphone, address: ipv4("127.0.0.1"), flags: clickFlags.prefetch }),
          testClick(testLink(link.ownerId), { at: noon + 2, userAgent: googlebot }),
        ],
        id,
      ),
    );
    expect(
      await rows(
        `SELECT * EXCEPT (owner_id, link_id, visitor, region, city, browser_version, isp, user_agent, languages, bot_rules,
           domain, revision, rule, arm, trigger, visited_path) FROM clicks ORDER BY at`,
      ),
    ).toEqual([
      [
        "2026-11-21 12:00:00.000",
        "00112233-4455-6677-8899-aabb00000000",
        "00112233-4455-6677-8899-aabbccddeeff",
        "US",
        15_169,
        "desktop",
        "Chrome",
        "Windows",
        "10",
        false,
        "",
        "example.com",
        "s",
        "m",
        "c",
        "t",
        "o",
        0,
      ],
      [
        "2026-11-21 12:00:00.001",
        "00112233-4455-6677-8899-aabb00000001",
        "00112233-4455-6677-8899-aabbccddeeff",
        "",
        0,
        "mobile",
        "Mobile Safari",
        "iOS",
        "18.1",
        true,
        "prefetch",
        "",
        "",
        "",
        "",
        "",
        "",
        2,
      ],
      [
        "2026-11-21 12:00:00.002",
        "00112233-4455-6677-8899-aabb00000002",
        "00112233-4455-6677-8899-aabbccddeeff",
        "US",
        15_169,
        "Unknown",
        expect.any(String),
        "",
        "",
        true,
        "crawler: Googlebot",
        "",
        "",
        "",
        "",
        "",
        "",
        0,
      ],
    ]);
    expect(
      await rows(
        `SELECT count(), any(isp), any(city) FROM clicks WHERE owner_id = '${link.ownerText}' AND link_id = '${link.linkText}' AND country = 'US'`,
      ),
    ).toEqual([[1, expect.stringContaining("Google"), expect.stringMatching(/./)]]);
  });

  it("says whether a code was scanned, also beside clicks that came otherwise", async () => {
    const { batchOf, write, rows, columns } = await openWriting();
    const link = testLink();
    const plain = batchOf([testClick(link, { at: noon, query: "utm_source=s" })]);
    expect(Object.keys(await columns(blockOf(plain)))).not.toContain("trigger");
    await write(plain);
    await write(
      batchOf([
        testClick(link, { at: noon + 1, query: "qr" }),
        testClick(link, { at: noon + 2 }),
        testClick(link, { at: noon + 3, query: "utm_source=poster&qr=" }),
      ]),
    );
    expect(await rows("SELECT trigger, utm_source FROM clicks ORDER BY at")).toEqual([
      ["link", "s"],
      ["qr", ""],
      ["link", ""],
      ["qr", "poster"],
    ]);
  });

  it("has the visited path where that is not the code, which is no part of its query", async () => {
    const { batchOf, write, rows, columns } = await openWriting();
    const link = testLink();
    const plain = batchOf([testClick(link, { at: noon, query: "utm_source=s" })]);
    expect(Object.keys(await columns(blockOf(plain)))).not.toContain("visited_path");
    await write(plain);
    const recorded = [
      withVisitedPath("utm_source=s", "/docs."),
      withVisitedPath("hop-qr", "/A&utm_source=x"),
      withVisitedPath("", "//docs%20"),
      "utm_source=s",
    ];
    await write(batchOf(recorded.map((query, i) => testClick(link, { at: noon + 1 + i, query }))));
    expect(await rows("SELECT visited_path, utm_source, trigger FROM clicks ORDER BY at")).toEqual([
      ["", "s", "link"],
      ["/docs.", "s", "link"],
      ["/A&utm_source=x", "", "qr"],
      ["//docs%20", "", "link"],
      ["", "s", "link"],
    ]);
  });

  it("keeps what it can be judged by again: agent, languages, the version of the rules, and what the link was", async () => {
    const { batchOf, write, rows } = await openWriting();
    const link = testLink();
    const tag = "x".repeat(250);
    await write(
      batchOf([
        testClick(link, { at: noon, userAgent: ` ${iphone}`, languages: "de-at, de;q=0.9,en;q=0.8", revision: 7 }),
        testClick(link, { at: noon + 1, domain: 3, rule: 2, arm: 4 }),
        // The redirector truncated the header, so the last language tag is incomplete.
        testClick(link, { at: noon + 2, languages: `fr,it;q=0.9;${tag}`.slice(0, 251) + ",en-U" }),
      ]),
    );
    const columns = "user_agent, languages, bot_rules, domain, revision, rule, arm";
    expect(await rows(`SELECT ${columns} FROM clicks ORDER BY at`)).toEqual([
      [` ${iphone}`, "de-AT,de", botRulesVersion, 0, 7, 0, 0],
      [chrome, "", botRulesVersion, 3, 0, 2, 4],
      [chrome, "fr", botRulesVersion, 0, 0, 0, 0],
    ]);
  });

  it("has the id with which it was recorded, also when others of its batch are erased", async () => {
    const { batchOf, writeBlock, rows } = await openWriting();
    const [gone, kept] = [testLink(), testLink()];
    const id = Buffer.from("00112233445566778899aabb00000000", "hex");
    const batch = batchOf([testClick(gone, { at: noon }), testClick(kept, { at: noon + 1 })], id);
    await writeBlock(withoutLinks(blockOf(batch), { links: new Set([0]), accounts: new Set() }), "one");
    expect(await rows("SELECT click_id FROM clicks")).toEqual([["00112233-4455-6677-8899-aabb00000001"]]);
  });

  it("is distinguished by visitor within a day of UTC, and not across days", async () => {
    const { batchOf, write, rows } = await openWriting();
    const link = testLink();
    const midnight = Date.UTC(2026, 10, 22);
    await write(
      batchOf([
        testClick(link, { at: midnight - 2 }),
        testClick(link, { at: midnight - 1 }),
        testClick(link, { at: midnight }),
        testClick(link, { at: midnight + 1, address: ipv4("8.8.4.4") }),
        testClick(link, { at: midnight + 2, userAgent: iphone }),
      ]),
    );
    await write(batchOf([testClick(link, { at: midnight + 3 })]));
    const visitors = (await rows("SELECT toString(visitor) FROM clicks ORDER BY at")).flat();
    expect(visitors[0]).toBe(visitors[1]);
    expect(visitors[2]).toBe(visitors[5]);
    expect(new Set(visitors).size).toBe(4);
  });
});

describe("a visitor of two accounts", () => {
  it("is another one for each, and one for all links of an account", async () => {
    const { batchOf, write, rows } = await openWriting();
    const [one, two] = [testLink(), testLink()];
    await write(batchOf([one, testLink(one.ownerId), two].map((link) => testClick(link, { at: noon }))));
    await write(batchOf([one, two].map((link) => testClick(link, { at: noon + 1 }))));
    const seen = "SELECT uniqExact(visitor), uniqExact(owner_id), uniqExact(owner_id, visitor) FROM clicks";
    expect(await rows(seen)).toEqual([[2, 2, 2]]);
    expect(await rows("SELECT uniqCombinedMerge(14)(people) FROM owner_day GROUP BY owner_id")).toEqual([[1], [1]]);
  });
});

describe("counting", () => {
  it("fills every view", async () => {
    const { batchOf, write, rows } = await openWriting();
    const [one, two] = [testLink(), testLink()];
    await write(
      batchOf([
        testClick(one, { at: noon }),
        testClick(one, { at: noon + 1 }),
        testClick(one, { at: noon + 2, userAgent: iphone }),
        testClick(two, { at: noon + 20 * 60_000 }),
        testClick(two, { at: noon, userAgent: googlebot }),
      ]),
    );
    expect(await rows(figures)).toEqual([
      [
        [4, 1],
        [4, 1],
        [4, 1],
        [3, 4],
        [3, 4],
      ],
    ]);
    expect(await rows("SELECT quarter, people, bots FROM link_quarter FINAL ORDER BY quarter, people")).toEqual([
      ["2026-11-21 12:00:00", 0, 1],
      ["2026-11-21 12:00:00", 3, 0],
      ["2026-11-21 12:15:00", 1, 0],
    ]);
  });

  it("counts a repeated batch once, in the raw table and in every view, also after a new start", async () => {
    const { batchOf, write, rows, clickHouse } = await openWriting();
    const links = [testLink(), testLink(), testLink()];
    const [midnight, batches] = [Date.UTC(2026, 11, 1), []] as [number, ReturnType<typeof batchOf>[]];
    for (let number = 0; number < 3; number++) {
      // Clicks before and after a month's end, which are in two partitions of every table.
      batches.push(
        batchOf(
          Array.from({ length: 500 }, (_, i) =>
            testClick(links[i % 3] ?? testLink(), {
              at: midnight - 250 + i,
              address: ipv4(`8.8.${number}.${i % 250}`),
              userAgent: i % 10 === 0 ? googlebot : chrome,
            }),
          ),
        ),
      );
    }
    for (const batch of batches) await write(batch);
    const once = await rows(figures);
    expect(once).toEqual([[[1350, 150], [1350, 150], [1350, 150], expect.any(Array), expect.any(Array)]]);
    const another = createClickHouse(clickHouse);
    for (const batch of batches.toReversed()) await write(batch, another);
    await another.close();
    expect(await rows(figures)).toEqual(once);
  });

  it("keeps two batches with the same clicks apart", async () => {
    const { batchOf, write, rows } = await openWriting();
    const clicks = [testClick(testLink(), { at: noon })];
    await write(batchOf(clicks));
    await write(batchOf(clicks));
    expect(await rows(figures)).toEqual([
      [
        [2, 0],
        [2, 0],
        [2, 0],
        [1, 1],
        [1, 1],
      ],
    ]);
  });

  it("keeps a link's clicks of all time with merged rows, also when some are deleted", async () => {
    const { batchOf, write, rows, client } = await openWriting();
    const [link, other] = [testLink(), testLink()];
    for (let day = 0; day < 3; day++) {
      await write(
        batchOf([
          testClick(link, { at: noon + day * 86_400_000 }),
          testClick(link, { at: noon + day * 86_400_000, userAgent: googlebot }),
          testClick(other, { at: noon }),
        ]),
      );
    }
    await client.command({ query: "OPTIMIZE TABLE link_quarter FINAL" });
    const totals = () =>
      rows(`SELECT link_id, sum(people) AS people, sum(bots) AS bots FROM link_quarter GROUP BY link_id
            ORDER BY people, bots SETTINGS force_optimize_projection_name = 'totals'`);
    const [a, b] = [uuidText(link.linkId), uuidText(other.linkId)];
    expect(await totals()).toEqual(
      expect.arrayContaining([
        [a, 3, 3],
        [b, 3, 0],
      ]),
    );
    await client.command({ query: `DELETE FROM link_quarter WHERE link_id = '${b}'` });
    await client.command({ query: "DELETE FROM link_quarter WHERE quarter > '2026-11-22 00:00:00'" });
    expect(await totals()).toEqual([[a, 1, 1]]);
  });

  it("counts a batch of 50,000 different clicks once", async () => {
    const { batchOf, write, rows } = await openWriting();
    const link = testLink();
    const batch = batchOf(
      Array.from({ length: 50_000 }, (_, i) =>
        testClick(link, {
          at: noon + i,
          address: ipv4(`${1 + (i % 200)}.${i % 256}.${(i >> 8) % 256}.1`),
          referrer: `https://r${i}.example/`,
          query: `utm_source=s${i}`,
        }),
      ),
    );
    await write(batch);
    await write(batch);
    const all = [50_000, 0];
    expect(await rows(figures)).toEqual([[all, all, all, expect.any(Array), expect.any(Array)]]);
  });

  it("completes what is missing when a view has failed, and nothing else", async () => {
    const { batchOf, write, rows, client } = await openWriting();
    const batch = batchOf([
      testClick(testLink(), { at: noon }),
      testClick(testLink(), { at: noon, userAgent: googlebot }),
    ]);
    await client.command({ query: "DROP TABLE owner_day_view SYNC" });
    await client.command({
      query: `CREATE MATERIALIZED VIEW owner_day_view TO owner_day AS
              SELECT owner_id, toDate(at) + throwIf(is_bot) AS day,
                uniqCombinedState(14)(visitor) AS people, uniqCombinedState(14)(visitor) AS everyone
              FROM clicks GROUP BY owner_id, day`,
    });
    await expect(write(batch)).rejects.toThrow();
    await client.command({ query: "DROP TABLE owner_day_view SYNC" });
    await client.command({
      query: `CREATE MATERIALIZED VIEW owner_day_view TO owner_day AS
              SELECT owner_id, toDate(at) AS day,
                uniqCombinedStateIf(14)(visitor, NOT is_bot) AS people, uniqCombinedState(14)(visitor) AS everyone
              FROM clicks GROUP BY owner_id, day`,
    });
    await write(batch);
    await write(batch);
    expect(await rows(figures)).toEqual([
      [
        [1, 1],
        [1, 1],
        [1, 1],
        [1, 2],
        [1, 2],
      ],
    ]);
  });
});
