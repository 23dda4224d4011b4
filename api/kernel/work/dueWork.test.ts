import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createPool } from "@hoplog/platform/postgres/pool.js";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import { expect, it, onTestFinished } from "vitest";
import { type DueWork, startDueWork } from "./dueWork.ts";

const logger = createLogger("test", "silent");

interface Item {
  readonly id: string;
}

/** Creates a table of items, and returns a function that starts processes that work on them. */
async function open() {
  const database = await freshDatabase();
  const pool = createPool({ databaseUrl: database.url, applicationName: "test", logger });
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  await pool.query("CREATE TABLE item (id uuid PRIMARY KEY, due_at timestamptz NOT NULL, done_at timestamptz)");
  const underWay = new Set<string>();
  const done: string[] = [];
  const twice: string[] = [];
  const gauged: number[] = [];
  const add = async (count: number, dueAt = new Date(0)): Promise<string[]> => {
    const { rows } = await pool.query<Item>(
      "INSERT INTO item SELECT gen_random_uuid(), $2 FROM generate_series(1, $1) RETURNING id",
      [count, dueAt],
    );
    return rows.map(({ id }) => id);
  };
  const start = (more: Partial<DueWork<Item>> = {}, { now = () => new Date(), pollMs = 20 } = {}) => {
    const work = startDueWork<Item>(
      { databaseUrl: database.url, logger, now },
      { name: "test items", pollMs },
      {
        failed: "an item failed",
        gauge: { set: (value: number) => void gauged.push(value) },
        async dueFor(client, at) {
          const { rows } = await client.query<{ seconds: number | null }>(
            "SELECT extract(epoch FROM $1::timestamptz - min(due_at))::float8 AS seconds FROM item WHERE done_at IS NULL",
            [at],
          );
          return rows[0]?.seconds ?? null;
        },
        async take(client, leftOut, at) {
          const { rows } = await client.query<Item>(
            "SELECT id FROM item WHERE done_at IS NULL AND due_at <= $1 AND id <> ALL ($2::uuid[]) ORDER BY due_at LIMIT 4",
            [at, leftOut],
          );
          return rows;
        },
        async work({ id }) {
          if (underWay.has(id) || done.includes(id)) twice.push(id);
          underWay.add(id);
          await pool.query("UPDATE item SET done_at = now() WHERE id = $1", [id]);
          underWay.delete(id);
          done.push(id);
        },
        ...more,
      },
    );
    onTestFinished(() => work.stop());
    return work;
  };
  return { pool, add, start, done, twice, gauged };
}

it("works on each item once, however many processes there are", async () => {
  const { add, start, done, twice } = await open();
  const ids = await add(30);
  for (let i = 0; i < 3; i++) start();
  await expect.poll(() => done.length).toBe(30);
  expect(done.toSorted()).toEqual(ids.toSorted());
  expect(twice).toEqual([]);
});

it("takes over what a killed process has left", async () => {
  const { pool, add, start, done } = await open();
  await add(1);
  let end = () => {};
  let begun = 0;
  start({
    work: () =>
      new Promise<void>((resolve) => {
        begun++;
        end = resolve;
      }),
  });
  await expect.poll(() => begun).toBe(1);
  start();
  await pool.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'test items'");
  await expect.poll(() => done.length).toBe(1);
  end();
});

it("lets no failing item stop the others", async () => {
  const { add, start, done } = await open();
  const [bad, ...good] = await add(10);
  let tries = 0;
  start({
    async work({ id }) {
      if (id === bad && ++tries > 0) throw new Error("never");
      done.push(id);
    },
    async take(client, leftOut) {
      const { rows } = await client.query<Item>(
        "SELECT id FROM item WHERE id <> ALL ($1::uuid[]) ORDER BY id <> $2, id LIMIT 1",
        [[...leftOut, ...done], bad],
      );
      return rows;
    },
  });
  await expect.poll(() => done.length).toBe(9);
  expect(done.toSorted()).toEqual(good.toSorted());
  expect(tries).toBe(1);
});

it("shows for how long the oldest has been due, and asks for no items while none is due", async () => {
  const { add, start, gauged } = await open();
  await add(1, new Date("2026-03-01T01:00:00Z"));
  let taken = 0;
  let at = new Date("2026-03-01T00:59:59.900Z");
  const work = start({ take: async () => (taken++, []) }, { now: () => at });
  await expect.poll(() => gauged.length).toBeGreaterThan(2);
  expect([new Set(gauged), taken]).toEqual([new Set([0]), 0]);
  at = new Date("2026-03-01T01:01:00Z");
  work.notify();
  await expect.poll(() => taken).toBeGreaterThan(0);
  expect(gauged).toContain(60);
});

it("forgets what is done whenever nothing is due, until nothing is left of it", async () => {
  const { pool, add, start, done } = await open();
  await add(3);
  start(
    {
      async forget(client) {
        const { rowCount } = await client.query(
          "DELETE FROM item WHERE id IN (SELECT id FROM item WHERE done_at IS NOT NULL LIMIT 1)",
        );
        return rowCount === 1;
      },
    },
    { pollMs: 1_000_000 },
  );
  await expect.poll(async () => (await pool.query("SELECT FROM item")).rowCount).toBe(0);
  expect(done).toHaveLength(3);
});
