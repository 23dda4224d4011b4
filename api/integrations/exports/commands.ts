import { sql } from "@hoplog/platform/postgres/sql.js";
import { conflictError, notFoundError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { authorize, authorizeOwn } from "../../kernel/access/authorize.ts";
import { type Actor, originOf } from "../../kernel/calls/actor.ts";
import { requireMatchingEtag } from "../../kernel/calls/etag.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { requireConfirmed } from "../../accounts/outlets/confirmed.ts";
import { recordAndNotify } from "../../accounts/outlets/record.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import type { ClickExportChange, NewClickExport } from "./entities.ts";
import { checkedChange, checkedExport } from "./input.ts";
import { lengthMs } from "./period.ts";
import { type ExportRow, exportColumns, exportSettings } from "./rows.ts";
import { type ClickExport, clickExportById } from "./queries.ts";
import type { ClickExportServices } from "./tryExport.ts";

/** Earliest start of an export. */
export const earliest = new Date("2000-01-01T00:00:00Z");

/**
 * Creates an export to a bucket, starting now, in the past or up to a year ahead. Throws VALIDATION_ERROR;
 * CONFLICT_ERROR on `bucket` if the workspace already exports there, and on `name` if it has too many exports.
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
  await requireConfirmed(services, actor);
  const id = services.newId();
  const sealed = services.exportSecrets.seal(id, secret);
  await services.eventStore.unitOfWork(async (tx) => {
    // Takes a lock, which prevents concurrent calls from exceeding the maximum number.
    await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('hoplog click exports ' || ${ownerId}, 0))`);
    const { endpoint, region, bucket, prefix, pathStyle, accessKeyId, cadence, bots, conversions, name } = place;
    const found = await rowsOf<{ same: boolean }>(
      tx,
      sql`SELECT endpoint = ${endpoint} AND bucket = ${bucket} AND prefix = ${prefix} AS same FROM click_export
        WHERE owner_id = ${ownerId}`,
    );
    if (found.some(({ same }) => same))
      throw conflictError("bucket", "Another export already writes to this bucket and prefix. Choose another prefix.");
    if (found.length >= limits.clickExportsMax)
      throw conflictError("name", `A workspace can have at most ${limits.clickExportsMax} exports. Delete one first.`);
    await execute(
      tx,
      sql`INSERT INTO click_export (id, owner_id, name, endpoint, region, bucket, prefix, path_style, access_key_id, secret,
        cadence,
         bots, conversions, start_at, enabled, created_at)
       VALUES (${id}, ${ownerId}, ${name}, ${endpoint}, ${region}, ${bucket}, ${prefix}, ${pathStyle}, ${accessKeyId},
         decode(${sealed.toString("hex")}, 'hex'), ${cadence}, ${bots}, ${conversions}, ${from}, true, ${now})`,
    );
    await recordAndNotify(services, tx, actor, { kind: "export", id, ownerId, name, change: "created" });
    await audit(services, tx, actor, "CreateClickExport", id);
  });
  services.exportsDue();
  return clickExportById(services, actor, id);
}

/** Changes an export. Throws NOT_FOUND_ERROR, also for an export of another workspace, and VALIDATION_ERROR. */
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
  // The bucket may be another one, because bucket names depend on the access key.
  const isMoved = sealed !== null || typeof change.accessKeyId === "string";
  if (isMoved || change.enabled === true || change.conversions === true) await requireConfirmed(services, actor);
  await services.eventStore.unitOfWork(async (tx) => {
    const before = await requireExport(tx, actor, id);
    requireMatchingEtag(actor, exportSettings(before));
    const sendsAgain = change.enabled === true && !before.enabled;
    const sendsMore = change.conversions === true && !before.conversions;
    if (isMoved || sendsAgain || sendsMore) {
      const { ownerId, name } = before;
      await recordAndNotify(services, tx, actor, { kind: "export", id, ownerId, name, change: "widened" });
    }
    // A new key, or enabling the export, suggests that the problem was fixed, so the export is retried at once.
    await execute(
      tx,
      sql`UPDATE click_export SET name = coalesce(${change.name ?? null}, name), enabled = coalesce(${change.enabled ?? null},
        enabled),
         conversions = coalesce(${change.conversions ?? null}, conversions),
           access_key_id = coalesce(${change.accessKeyId ?? null}, access_key_id),
         secret = coalesce(decode(${sealed}, 'hex'), secret), retry_at = NULL WHERE id = ${id}`,
    );
    await audit(services, tx, actor, "UpdateClickExport", id);
  });
  services.exportsDue();
  return clickExportById(services, actor, id);
}

/** Deletes an export and cancels running uploads, but deletes no objects in the bucket. Throws NOT_FOUND_ERROR. */
export async function deleteClickExport(services: ClickExportServices, actor: Actor, id: string): Promise<void> {
  await services.eventStore.unitOfWork(async (tx) => {
    requireMatchingEtag(actor, exportSettings(await requireExport(tx, actor, id)));
    await execute(tx, sql`DELETE FROM click_export WHERE id = ${id}`);
    await audit(services, tx, actor, "DeleteClickExport", id);
  });
}

export async function requireExport(tx: Transaction, actor: Actor, id: string): Promise<ExportRow> {
  const [row] = await rowsOf<ExportRow>(
    tx,
    sql`SELECT ${exportColumns} FROM click_export AS e WHERE e.id = ${id} FOR UPDATE`,
  );
  authorize(actor, "clickExports:write", { type: "export", workspaceId: row?.ownerId ?? null });
  if (!row) throw notFoundError("Export");
  return row;
}

export async function audit(
  services: ClickExportServices,
  tx: Transaction,
  actor: Actor,
  action: string,
  id: string,
): Promise<void> {
  await services.eventStore.audit(tx, originOf(services, actor), { action, resource: { type: "export", id } });
}
