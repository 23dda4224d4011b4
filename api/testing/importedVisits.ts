import { sql } from "@hoplog/platform/postgres/sql.js";
import { execute } from "../kernel/database/statements.ts";
import type { TestApi } from "./testApi.ts";

/** Marks a link as imported, with earlier visits. Some visits are written twice, as after a process was killed. */
export async function importVisits(api: TestApi, ownerId: string, linkId: string): Promise<void> {
  await api.services.eventStore.unitOfWork(async (tx) => {
    await execute(
      tx,
      sql`INSERT INTO imported_link (owner_id, source, key, link_id, import_id)
        VALUES (${ownerId}, 'shlink', 'k', ${linkId}, ${linkId})`,
    );
  });
  const rows = Array.from({ length: 20 }, (_, ordinal) => ({
    owner_id: ownerId,
    link_id: linkId,
    ordinal,
    source: "shlink",
    is_dated: ordinal > 2,
    quarter: ordinal > 2 ? 1_600_000_200 : 0,
    visits: ordinal + 1,
    is_bot: ordinal % 4 === 0,
  }));
  for (const values of [rows, rows.slice(5, 10)]) {
    await api.services.clickhouse.insert({ table: "imported_visits", format: "JSONEachRow", values });
  }
}
