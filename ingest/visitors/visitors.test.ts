import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { migrate } from "@hoplog/platform/postgres/migrate.js";
import { createPool } from "@hoplog/platform/postgres/pool.js";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import { ingestMigrations } from "../migrations.ts";
import { startSaltDestruction } from "./saltDestruction.ts";
import { createSaltStore } from "./salts.ts";
import { agentDigest, dayOf, visitorHashes } from "./visitors.ts";

const logger = createLogger("test", "silent");

async function setUp() {
  const database = await freshDatabase();
  const pool = createPool({ databaseUrl: database.url, applicationName: "test", logger });
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  await migrate(pool, "ingest", ingestMigrations);
  return pool;
}

describe("salts", () => {
  it("are the same for every ingest, and different every day", async () => {
    const pool = await setUp();
    const stores = [createSaltStore(pool), createSaltStore(pool), createSaltStore(pool)];
    const all = await Promise.all(stores.map((store) => store.of([20_000, 20_001])));
    const hex = all.map((salts) => [20_000, 20_001].map((day) => Buffer.from(salts.get(day) ?? []).toString("hex")));
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
    const before = Buffer.from((await store.of([20_001])).get(20_001) ?? []);
    expect(Buffer.from((await createSaltStore(pool).of([20_001])).get(20_001) ?? []).equals(before)).toBe(true);
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

  function visitor(one: One = {}): bigint {
    const words = visitorHashes(one.salt ?? salt, {
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

  it("is the start of what AES chains to", () => {
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
      cipher.update(owners[of] ?? "");
      cipher.update(addresses.subarray(i * 16, i * 16 + 16));
      return cipher.update(agents[agent] ?? "").subarray(0, 8);
    });
    const words = visitorHashes(salt, {
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
