import { sql } from "@hoplog/platform/postgres/sql.js";
import { clicksWrittenLock } from "@hoplog/schema/erasure.js";
import { describe, expect, it } from "vitest";
import { blockOf, googlebot, iphone, testBatch, testClick, testLink } from "../testing/clicks.ts";
import { freshDatabases } from "../testing/setUp.ts";
import { createErasureGuard, withoutLinks } from "./erasure.ts";

const noon = Date.UTC(2026, 10, 21, 12);

describe("a batch without the clicks of some links", () => {
  it("is what would have been recorded of the others alone", () => {
    const [kept, gone] = [testLink(), testLink()];
    const others = [
      testClick(kept, { at: noon, userAgent: iphone, referrer: "https://example.com/", flags: 2 }),
      testClick(kept, { at: noon + 7, userAgent: googlebot, query: "utm_source=s" }),
    ] as const;
    const erased = testClick(gone, { at: noon + 3, userAgent: "somebody" });
    const whole = blockOf(testBatch([erased, others[0], erased, others[1], erased]));
    const left = withoutLinks(whole, { links: new Set([0]), accounts: new Set() });
    const rows = Array.from({ length: left.size }, (_, i) => ({
      at: left.base + (left.at[i] ?? 0),
      linkId: Buffer.from(left.links[left.link[i] ?? 0]?.linkId ?? []).toString("hex"),
      userAgent: left.texts[left.userAgent[i] ?? 0],
      referrer: left.texts[left.referrer[i] ?? 0],
      query: left.texts[left.query[i] ?? 0],
      address: Buffer.from(left.addresses.subarray(i * 16, i * 16 + 16)).toString("hex"),
      flags: left.flags[i],
    }));
    expect(rows).toEqual(
      others.map(({ at, linkId, userAgent, referrer, query, address, flags }) => ({
        at,
        linkId: Buffer.from(linkId).toString("hex"),
        userAgent,
        referrer,
        query,
        address: Buffer.from(address).toString("hex"),
        flags,
      })),
    );
  });
});

describe("the guard", () => {
  it("finds erased links and all links of erased accounts", async () => {
    const { pool } = await freshDatabases();
    const guard = createErasureGuard(pool);
    const [safe, link] = [testLink(), testLink()];
    const ofAccount = testLink();
    const links = [safe, link, ofAccount, testLink(ofAccount.ownerId)];
    const clicks = links.map((one) => testClick(one));
    const block = blockOf(testBatch(clicks));
    const left = () => guard.write(async (withoutErased) => [...(await withoutErased(block)).link]);
    expect(await left()).toEqual([0, 1, 2, 3]);
    await pool.query("CREATE TABLE erasure (kind text, id uuid)");
    await pool.query(
      sql`INSERT INTO erasure VALUES ('link', ${link.linkText}), ('account', ${ofAccount.ownerText}), ('account',
        ${safe.linkText})`,
    );
    expect(await left()).toEqual([0]);
  });

  it("finds the domains of erased accounts, where nothing else says whose a visit was", async () => {
    const { pool } = await freshDatabases();
    const guard = createErasureGuard(pool);
    const [gone, other] = [testLink(), testLink()];
    const miss = (domain: number) => ({ at: noon, code: `${domain}`, reason: "unknown", path: "/x", domain }) as const;
    const block = blockOf(testBatch([], [miss(0), miss(7), miss(8), miss(4_000_000_000)]));
    const left = () =>
      guard.write(async (withoutErased) =>
        Array.from((await withoutErased(block)).misses.code, (code) => block.texts[code]),
      );
    await pool.query("CREATE TABLE erasure (kind text, id uuid)");
    await pool.query(sql`INSERT INTO erasure VALUES ('account', ${gone.ownerText})`);
    expect(await left()).toEqual(["0", "7", "8", "4000000000"]);
    await pool.query("CREATE TABLE domain (number integer, owner_id uuid)");
    await pool.query(sql`INSERT INTO domain VALUES (7, ${gone.ownerText}), (8, ${other.ownerText})`);
    expect(await left()).toEqual(["0", "8", "4000000000"]);
  });

  it("lets nothing be erased until what is being written is written", async () => {
    const { pool } = await freshDatabases();
    let finish = (): void => {};
    const written = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const writing = createErasureGuard(pool).write(() => written);
    const tryAlone = async () => {
      const { rows } = await pool.query<{ taken: boolean }>(
        sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${clicksWrittenLock}, 0)) AS taken`,
      );
      return rows[0]?.taken;
    };
    await expect.poll(tryAlone).toBe(false);
    finish();
    await writing;
    expect(await tryAlone()).toBe(true);
  });
});
