import pg from "pg";
import { cutClicks } from "../clickRetention/cut.ts";
import type { TestApi } from "./testApi.ts";

/** Has a workspace keep single clicks for so many days, and removes the older ones as the api does once a day. */
export async function cutClicksOf(api: TestApi, ownerId: string, days: number, now = new Date()): Promise<void> {
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO click_retention (owner_id, days, set_at) VALUES ($1, $2, $3)
       ON CONFLICT (owner_id) DO UPDATE SET days = $2, done_at = NULL`,
      [ownerId, days, now],
    );
    if (!(await cutClicks({ clickhouse: api.services.clickhouse, client, now }))) throw new Error("nothing was cut");
  } finally {
    await client.end();
  }
  api.services.totals.forgetAll();
}
