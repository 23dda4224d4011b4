import { pauseAfter } from "@hoplog/platform/retry/retry.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { enqueueMail } from "../../accounts/mail/outbox.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { releaseFile, type LeasedFile } from "./lease.ts";

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
const pauses = { firstMs: minuteMs, maxMs: hourMs };
/** Consecutive failures before the owner is notified: about half an hour after the first. */
const failuresBeforeMail = 6;
const mailMs = 24 * hourMs;

/**
 * Records a failure of a bucket: its destination is paused for a while, and its owner gets one email if it keeps
 * failing.
 */
export async function noteFailure(
  services: Reads & Database & Clock & Ids,
  file: LeasedFile,
  error: string,
): Promise<void> {
  const now = services.now();
  const later = (failures: number) => new Date(now.getTime() + pauseAfter(failures, pauses, Math.random()));
  await releaseFile(services, file, { error, retryAt: later(file.failures) });
  await services.orm.em.fork().transactional(async (tx) => {
    const [row] = await rowsOf<{ failures: number; told: boolean }>(
      tx,
      sql`UPDATE click_export SET failures = failures + 1, error = ${error}, failing_since = coalesce(failing_since, ${now}),
        retry_at = ${later(file.to.failures)}
       WHERE id = ${file.to.id} RETURNING failures, told_at IS NOT NULL AS told`,
    );
    if (!row || row.told || row.failures < failuresBeforeMail) return;
    await execute(tx, sql`UPDATE click_export SET told_at = ${now} WHERE id = ${file.to.id}`);
    await enqueueMail(
      tx,
      { kind: "click-export-fails", data: { exportId: file.to.id } },
      { id: services.newId(), now, giveUpAt: new Date(now.getTime() + mailMs) },
    );
  });
}
