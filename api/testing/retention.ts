import pg from "pg";
import { vi } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { cutClicks } from "../analytics/retention/cut.ts";
import type { TestApi } from "./testApi.ts";

/** Sets a workspace's retention of single clicks in days, and deletes older ones, as the API does once a day. */
export async function cutClicksOf(api: TestApi, ownerId: string, days: number, now = new Date()): Promise<void> {
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  try {
    await client.query(
      sql`INSERT INTO click_retention (owner_id, days, set_at) VALUES (${ownerId}, ${days}, ${now})
       ON CONFLICT (owner_id) DO UPDATE SET days = ${days}, done_at = NULL`,
    );
    await cutWhenFree(api, client, now);
  } finally {
    await client.end();
  }
  api.services.totals.forgetAll();
}

/** Runs {@link cutClicks} when no other work, such as the API's own, reads clicks and sums. */
export async function cutWhenFree(api: TestApi, client: pg.Client, now: Date): Promise<void> {
  await vi.waitFor(
    async () => {
      if (!(await cutClicks({ ...api.services, client, now })))
        throw new Error("no clicks were removed, because other work reads clicks");
    },
    { timeout: 60_000, interval: 20 },
  );
}
