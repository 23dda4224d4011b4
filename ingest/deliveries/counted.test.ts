import { randomUUID } from "node:crypto";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { uuidBytes } from "@hoplog/schema/uuid.js";
import { expect, it } from "vitest";
import { prepareDatabases } from "../boot/prepare.ts";
import { freshDatabases } from "../testing/setUp.ts";
import { createCountedBatches } from "./counted.ts";

it("a delivery gives what another process is just taking for it, once that is known", async () => {
  const { pool, clickHouse } = await freshDatabases();
  await prepareDatabases(pool, clickHouse);
  const [delivery, ids] = [randomUUID(), [randomUUID(), randomUUID()]];
  const other = await pool.connect();
  try {
    await other.query("BEGIN");
    await other.query(sql`INSERT INTO counted_batch (id, delivery) SELECT unnest(${ids}::uuid[]), ${delivery}`);
    const taking = createCountedBatches(pool).take(
      delivery,
      ids.map((id) => uuidBytes(id)),
    );
    // `take` waits for the end of the other transaction.

    await expect
      .poll(
        async () =>
          (
            await pool.query(
              sql`SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock'
                AND query ~ 'counted_batch' AND datname = current_database()`,
            )
          ).rows[0]?.waiting,
      )
      .toBe(1);
    await other.query("COMMIT");
    expect([...(await taking)].toSorted()).toEqual(ids.toSorted());
  } finally {
    other.release();
  }
});
