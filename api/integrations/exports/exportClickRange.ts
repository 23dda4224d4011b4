import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import type { Actor } from "../../kernel/calls/actor.ts";
import { clicksSince } from "../../clicks/cuts/mark.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { audit, earliest, requireExport } from "./commands.ts";
import { exportContents, fileTables } from "./contents.ts";
import { endOfPeriod, periodsBetween, startOfPeriod } from "./period.ts";
import { findClickExport } from "./queries.ts";
import type { ClickExportServices } from "./tryExport.ts";
import { sources } from "./sources.ts";

export interface RangeToExport {
  readonly from: Date;
  readonly to: Date;
}

/**
 * Schedules the files of all completed periods that overlap a range, from the first period with data, and rewrites
 * existing files. Returns the number of files, 0 if the range has no data. Throws NOT_FOUND_ERROR, RATE_LIMIT_ERROR,
 * and VALIDATION_ERROR on `to` and `from`, also if single clicks since `from` were deleted.
 */
export async function exportClickRange(
  services: ClickExportServices,
  actor: Actor,
  id: string,
  { from, to }: RangeToExport,
): Promise<number> {
  const { cadence, ownerId, conversions } = await findClickExport(services, actor, id, "clickExports:write");
  const contents = exportContents.filter((content) => content === "clicks" || conversions);
  if (from >= to) throw validationError([{ field: "to", message: "The range must end after it begins" }]);
  if (from < earliest) throw validationError([{ field: "from", message: "Must not be before the year 2000" }]);
  const now = services.now();
  const over = startOfPeriod(cadence, now);
  const end = endOfPeriod(cadence, startOfPeriod(cadence, new Date(to.getTime() - 1)));
  const since = await clicksSince(services.clickhouse, ownerId);
  if (since !== null && from < new Date(since))
    throw validationError([
      { field: "from", message: `Individual clicks before ${since} were removed. Start the range later.` },
    ]);
  const starts = periodsBetween(
    cadence,
    startOfPeriod(cadence, from),
    end < over ? end : over,
    limits.clickExportRangeMax + 1,
  );
  if (starts.length === 0)
    throw validationError([
      { field: "to", message: "The range contains no complete period. Wait until one has ended." },
    ]);
  if (starts.length > limits.clickExportRangeMax)
    throw validationError([
      {
        field: "to",
        message: `The range contains more than ${limits.clickExportRangeMax} periods. Choose a shorter range.`,
      },
    ]);
  await services.limits.clickExport(actor.userId);
  const firsts = await Promise.all(contents.map((content) => sources[content].first(services.clickhouse, ownerId)));
  const files = await services.eventStore.unitOfWork(async (tx) => {
    await requireExport(tx, actor, id);
    let due = 0;
    for (const [i, content] of contents.entries()) {
      const first = firsts[i];
      // Periods before the first data get no files, unless a file was written before its data was erased.
      const rows = await rowsOf(
        tx,
        sql`INSERT INTO ${raw(fileTables[content])} AS f (export_id, start_at, due_at)
         SELECT ${id}::uuid, start_at, ${now}::timestamptz FROM (SELECT value::timestamptz AS start_at
           FROM jsonb_array_elements_text(${JSON.stringify(starts)}::jsonb)) AS wanted
         WHERE start_at >= ${first ? startOfPeriod(cadence, first) : "infinity"}::timestamptz OR EXISTS (SELECT
           FROM ${raw(fileTables[content])} WHERE export_id = ${id}::uuid AND start_at = wanted.start_at)
         ON CONFLICT (export_id, start_at) DO UPDATE SET due_at = EXCLUDED.due_at, error = NULL, failures = 0
         RETURNING f.start_at`,
      );
      due += rows.length;
    }
    await execute(tx, sql`UPDATE click_export SET retry_at = NULL WHERE id = ${id}`);
    await audit(services, tx, actor, "ExportRange", id);
    return due;
  });
  services.exportsDue();
  return files;
}
