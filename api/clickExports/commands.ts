import { conflictError, notFoundError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { authorize, authorizeOwn } from "../access/authorize.ts";
import { type Actor, originOf } from "../calls/actor.ts";
import { requireSeen } from "../calls/etag.ts";
import type { Transaction } from "../database/orm.ts";
import { clicksSince } from "../clickCut/mark.ts";
import { checkedChange, checkedExport, type ClickExportChange, type NewClickExport } from "./input.ts";
import { exportContents, fileTables } from "./contents.ts";
import { endOfPeriod, lengthMs, periodsBetween, startOfPeriod } from "./period.ts";
import { type ExportRow, exportColumns, exportSettings } from "./rows.ts";
import { type ClickExport, clickExportById, findClickExport } from "./queries.ts";
import type { ClickExportServices } from "./services.ts";

const earliest = new Date("2000-01-01T00:00:00Z");

/**
 * Sets a place that clicks are exported to from now on, or from a moment in the past. Throws VALIDATION_ERROR; CONFLICT_ERROR on
 * `bucket` where the workspace exports there already, and on `name` where it has as many as there can be.
 */
export async function createClickExport(
  services: ClickExportServices,
  actor: Actor,
  input: NewClickExport,
): Promise<ClickExport> {
  const ownerId = authorizeOwn(actor, "clickExports:write");
  const now = services.now();
  const { secret, ...place } = checkedExport(input, services.exportsMayBePlain);
  const from = input.from ?? now;
  if (from < earliest) throw validationError([{ field: "from", message: "Must not be before the year 2000" }]);
  if (from.getTime() > now.getTime() + 366 * lengthMs.daily)
    throw validationError([{ field: "from", message: "Must be within a year from now" }]);
  const id = services.newId();
  const sealed = services.exportSecrets.seal(id, secret);
  await services.eventStore.unitOfWork(async (tx) => {
    // Two at the same time would both be the last one.
    await tx.execute("SELECT pg_advisory_xact_lock(hashtextextended('hoplog click exports ' || ?, 0))", [ownerId]);
    const { endpoint, region, bucket, prefix, pathStyle, accessKeyId, cadence, bots, conversions, name } = place;
    const found = await tx.execute<{ same: boolean }[]>(
      "SELECT endpoint = ? AND bucket = ? AND prefix = ? AS same FROM click_export WHERE owner_id = ?",
      [endpoint, bucket, prefix, ownerId],
    );
    if (found.some(({ same }) => same))
      throw conflictError("bucket", "Clicks are exported to this place already: take another prefix");
    if (found.length >= limits.clickExportsMax)
      throw conflictError("name", `There can be at most ${limits.clickExportsMax} exports`);
    await tx.execute(
      `INSERT INTO click_export (id, owner_id, name, endpoint, region, bucket, prefix, path_style, access_key_id, secret, cadence,
         bots, conversions, start_at, enabled, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, decode(?, 'hex'), ?, ?, ?, ?, true, ?)`,
      [
        id,
        ownerId,
        name,
        endpoint,
        region,
        bucket,
        prefix,
        pathStyle,
        accessKeyId,
        sealed.toString("hex"),
        cadence,
        bots,
        conversions,
        from,
        now,
      ],
      "run",
    );
    await audit(services, tx, actor, "CreateClickExport", id);
  });
  services.exportsDue();
  return clickExportById(services, actor, id);
}

/** Throws NOT_FOUND_ERROR, also for another workspace's; VALIDATION_ERROR. */
export async function updateClickExport(
  services: ClickExportServices,
  actor: Actor,
  id: string,
  input: ClickExportChange,
): Promise<ClickExport> {
  const change = checkedChange(input);
  const sealed =
    change.secret === null || change.secret === undefined
      ? null
      : services.exportSecrets.seal(id, change.secret).toString("hex");
  await services.eventStore.unitOfWork(async (tx) => {
    requireSeen(actor, exportSettings(await requireExport(tx, actor, id)));
    await tx.execute(
      // Whoever gives another key or switches it on again has mended something: it is tried at once.
      `UPDATE click_export SET name = coalesce(?, name), enabled = coalesce(?, enabled),
         conversions = coalesce(?, conversions), access_key_id = coalesce(?, access_key_id),
         secret = coalesce(decode(?, 'hex'), secret), retry_at = NULL WHERE id = ?`,
      [change.name ?? null, change.enabled ?? null, change.conversions ?? null, change.accessKeyId ?? null, sealed, id],
      "run",
    );
    await audit(services, tx, actor, "UpdateClickExport", id);
  });
  services.exportsDue();
  return clickExportById(services, actor, id);
}

/** Ends an export; a file that is being written is given up. What is in the bucket stays. Throws NOT_FOUND_ERROR. */
export async function deleteClickExport(services: ClickExportServices, actor: Actor, id: string): Promise<void> {
  await services.eventStore.unitOfWork(async (tx) => {
    requireSeen(actor, exportSettings(await requireExport(tx, actor, id)));
    await tx.execute("DELETE FROM click_export WHERE id = ?", [id], "run");
    await audit(services, tx, actor, "DeleteClickExport", id);
  });
}

export interface RangeToExport {
  readonly from: Date;
  readonly to: Date;
}

/**
 * Has the files of all periods that are over and lie in a range, or touch it, written now: those that were written, again. Gives
 * how many they are. Throws NOT_FOUND_ERROR, VALIDATION_ERROR on `to`, and on `from` where single clicks of then were removed.
 */
export async function exportRange(
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
    throw validationError([{ field: "from", message: `Single clicks before ${since} were removed` }]);
  const starts = periodsBetween(
    cadence,
    startOfPeriod(cadence, from),
    end < over ? end : over,
    limits.clickExportRangeMax + 1,
  );
  if (starts.length === 0) throw validationError([{ field: "to", message: "No period of this range is over" }]);
  if (starts.length > limits.clickExportRangeMax)
    throw validationError([{ field: "to", message: `At most ${limits.clickExportRangeMax} files at a time` }]);
  await services.limits.clickExport(actor.userId);
  await services.eventStore.unitOfWork(async (tx) => {
    await requireExport(tx, actor, id);
    for (const content of contents) {
      await tx.execute(
        `INSERT INTO ${fileTables[content]} (export_id, start_at, due_at)
         SELECT ?::uuid, start_at::timestamptz, ?::timestamptz FROM jsonb_array_elements_text(?::jsonb) AS start_at
         ON CONFLICT (export_id, start_at) DO UPDATE SET due_at = EXCLUDED.due_at, error = NULL, failures = 0`,
        [id, now, JSON.stringify(starts)],
        "run",
      );
    }
    await tx.execute("UPDATE click_export SET retry_at = NULL WHERE id = ?", [id], "run");
    await audit(services, tx, actor, "ExportRange", id);
  });
  services.exportsDue();
  return starts.length * contents.length;
}

async function requireExport(tx: Transaction, actor: Actor, id: string): Promise<ExportRow> {
  const [row] = await tx.execute<ExportRow[]>(
    `SELECT ${exportColumns} FROM click_export AS e WHERE e.id = ? FOR UPDATE`,
    [id],
  );
  authorize(actor, "clickExports:write", { type: "export", workspaceId: row?.ownerId ?? null });
  if (!row) throw notFoundError("Export");
  return row;
}

async function audit(
  services: ClickExportServices,
  tx: Transaction,
  actor: Actor,
  action: string,
  id: string,
): Promise<void> {
  await services.eventStore.audit(tx, originOf(services, actor), { action, resource: { type: "export", id } });
}
