import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { migrate } from "@hoplog/platform/postgres/migrate.js";
import { createPool, type Pool } from "@hoplog/platform/postgres/pool.js";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import { ingestMigrations } from "../migrations.ts";
import { startSaltDestruction } from "./saltDestruction.ts";
import { createSaltStore } from "./salts.ts";
import { agentDigest, dayOf, visitorHashes } from "./visitors.ts";

const logger = createLogger("test", "silent");

async function setUp(migrations = ingestMigrations) {
  const database = await freshDatabase();
  const pool = createPool({ databaseUrl: database.url, applicationName: "test", logger });
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  await migrate(pool, "ingest", migrations);
  return pool;
}

describe("salts", () => {
  it("are the same for every ingest, and different every day", async () => {
    const pool = await setUp();
    const stores = [createSaltStore(pool), createSaltStore(pool), createSaltStore(pool)];
    const all = await Promise.all(stores.map((store) => store.of([20_000, 20_001])));
    const hex = all.map((salts) =>
      [20_000, 20_001].map((day) => Buffer.from(salts.get(day)?.salt ?? []).toString("hex")),
    );
    expect(hex[0]?.[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(hex[0]?.[0]).not.toBe(hex[0]?.[1]);
    expect(hex[1]).toEqual(hex[0]);
    expect(hex[2]).toEqual(hex[0]);
  });

  it("are destroyed when they are old, and not while batches wait", async () => {
    const pool = await setUp();
    const store = createSaltStore(pool);
    await store.of([20_000, 20_001, 20_002, 20_003, 20_004]);
    const now = (): number => (20_004 + 0.5) * 86_400_000;
    const days = async () =>
      (
        await pool.query<{ day: number }>("SELECT day - date '1970-01-01' AS day FROM visitor_salt ORDER BY 1")
      ).rows.map(({ day }) => day);
    await startSaltDestruction(store, async () => 1, logger, now).stop();
    expect(await days()).toEqual([20_000, 20_001, 20_002, 20_003, 20_004]);
    await startSaltDestruction(store, async () => 0, logger, now).stop();
    expect(await days()).toEqual([20_001, 20_002, 20_003, 20_004]);
    const before = Buffer.from((await store.of([20_001])).get(20_001)?.salt ?? []);
    expect(Buffer.from((await createSaltStore(pool).of([20_001])).get(20_001)?.salt ?? []).equals(before)).toBe(true);
  });
});

describe("the owner in a day's hashes", () => {
  const today = dayOf(Date.now());
  /** As the release before makes and reads salts. */
  const before = (pool: Pool, day: number) =>
    pool.query("INSERT INTO visitor_salt (day, salt) SELECT date '1970-01-01' + $1::int, $2 ON CONFLICT DO NOTHING", [
      day,
      Buffer.alloc(16, 5),
    ]);
  const ways = async (pool: Pool, days: readonly number[]) => {
    const salts = await createSaltStore(pool).of(days);
    return days.map((day) => salts.get(day)?.byOwner);
  };

  it("begins on the day after the release first runs, and late clicks keep their day's way", async () => {
    const pool = await setUp(ingestMigrations.slice(0, 1));
    await before(pool, today - 1);
    await before(pool, today);
    await migrate(pool, "ingest", ingestMigrations);
    const days = [today - 2, today - 1, today, today + 1, today + 2];
    expect(await ways(pool, days)).toEqual([false, false, false, true, true]);
    await pool.query("UPDATE visitor_by_owner SET since = since - 10");
    expect(await ways(pool, days)).toEqual([false, false, false, true, true]);
  });

  it("is left out all day where an ingest of the release before was first", async () => {
    const pool = await setUp();
    await before(pool, today + 1);
    expect(await ways(pool, [today + 1, today + 2])).toEqual([false, true]);
  });

  it("makes an ingest of the release before wait instead of hashing in another way, whoever is first", async () => {
    const pool = await setUp();
    await createSaltStore(pool).of([today + 1]);
    await expect(before(pool, today + 1)).rejects.toThrow("this ingest is too old for it");
    await before(pool, today);
    for (let day = today + 2; day < today + 12; day++) {
      const [old, [byOwner]] = await Promise.all([
        before(pool, day).then(
          () => true,
          () => false,
        ),
        ways(pool, [day]),
      ]);
      expect({ day, old }).toEqual({ day, old: byOwner === false });
    }
  });
});

describe("visitor", () => {
  const salt = Buffer.alloc(16, 7);
  const address = Buffer.from([...Array(10).fill(0), 0xff, 0xff, 8, 8, 8, 8]);
  const owner = Buffer.alloc(16, 1);

  interface One {
    readonly salt?: Buffer;
    readonly address?: Buffer;
    readonly userAgent?: string;
    readonly owner?: Buffer;
  }

  function visitor(one: One = {}, byOwner = true): bigint {
    const words = visitorHashes(one.salt ?? salt, byOwner, {
      addresses: one.address ?? address,
      digests: agentDigest(one.userAgent ?? "a"),
      agents: Uint32Array.of(0),
      owners: one.owner ?? owner,
      ownerOf: Uint32Array.of(0),
    });
    return Buffer.from(words.buffer, words.byteOffset, 8).readBigUInt64LE();
  }

  const otherAddress = Buffer.from([...address.subarray(0, 15), 9]);
  const otherOwner = Buffer.alloc(16, 2);

  it("is the same for the same salt, owner, address and user agent, and only then", () => {
    expect(visitor()).toBe(visitor());
    const others = [
      { salt: Buffer.alloc(16, 8) },
      { address: otherAddress },
      { userAgent: "b" },
      { owner: otherOwner },
    ];
    expect(new Set([visitor(), ...others.map((one) => visitor(one))]).size).toBe(5);
  });

  it("was the same for every owner on the days of earlier releases", () => {
    expect(visitor({ owner: otherOwner }, false)).toBe(visitor({}, false));
    expect(visitor({ address: otherAddress }, false)).not.toBe(visitor({}, false));
    expect(visitor({}, false)).not.toBe(visitor());
  });

  it.each([true, false])("is the start of what AES chains to; with the owner: %s", (byOwner) => {
    const addresses = Buffer.concat([address, randomBytes(16), randomBytes(16)]);
    const agents = ["a", "b"].map((text) => createHash("sha256").update(text).digest().subarray(0, 16));
    const owners = [owner, otherOwner];
    const rows = [
      { agent: 0, of: 1 },
      { agent: 1, of: 0 },
      { agent: 0, of: 1 },
    ];
    const chained = rows.map(({ agent, of }, i) => {
      const cipher = createCipheriv("aes-128-cbc", salt, Buffer.alloc(16)).setAutoPadding(false);
      if (byOwner) cipher.update(owners[of] ?? "");
      cipher.update(addresses.subarray(i * 16, i * 16 + 16));
      return cipher.update(agents[agent] ?? "").subarray(0, 8);
    });
    const words = visitorHashes(salt, byOwner, {
      addresses,
      digests: Uint32Array.of(...agentDigest("a"), ...agentDigest("b")),
      agents: Uint32Array.from(rows, ({ agent }) => agent),
      owners: Buffer.concat(owners),
      ownerOf: Uint32Array.from(rows, ({ of }) => of),
    });
    expect(Buffer.from(words.buffer, words.byteOffset, words.byteLength)).toEqual(Buffer.concat(chained));
  });

  it("uses all its 64 bits", () => {
    let [and, or] = [(1n << 64n) - 1n, 0n];
    for (let i = 0; i < 200; i++) {
      const value = visitor({ userAgent: `agent ${i}` });
      and &= value;
      or |= value;
    }
    expect([and, or]).toEqual([0n, (1n << 64n) - 1n]);
  });
});

it("days are those of UTC", () => {
  expect(dayOf(Date.UTC(2026, 10, 21, 23, 59, 59, 999))).toBe(dayOf(Date.UTC(2026, 10, 21)));
  expect(dayOf(Date.UTC(2026, 10, 22))).toBe(dayOf(Date.UTC(2026, 10, 21)) + 1);
});
