import { type Actor, originOf } from "../../kernel/calls/actor.ts";
import { requireNotPaused } from "../../accounts/outlets/notPaused.ts";
import { bucketOf, type BucketAccess } from "./bucketOf.ts";
import { findClickExport } from "./queries.ts";
import { S3Failure } from "./s3/failure.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";

export interface OfClickExports extends BucketAccess {
  /** Whether buckets may be accessed over http: only if the operator has configured private networks. */
  readonly exportsMayBePlain: boolean;
  /** Signals that files may be due. */
  readonly exportsDue: () => void;
}

/** External dependencies of click exports. */
export type ClickExportServices = Database &
  Reads &
  ClickHouse &
  Events &
  Clock &
  Ids &
  LimitsOf<"clickExport"> &
  OfClickExports;

export interface Trial {
  /** Whether files can be written to the bucket. */
  readonly written: boolean;
  /** Whether files can be deleted from the bucket, which exports don't need. */
  readonly removed: boolean;
  /** Description of the failure for the owner; null for none. */
  readonly problem: string | null;
}

/** The timeout is short, because a user waits for the response. */
const timeoutMs = 15 * 1000;

/**
 * Writes a small object into the bucket and deletes it. Throws NOT_FOUND_ERROR, RATE_LIMIT_ERROR, CONFLICT_ERROR for a
 * paused export.
 */
export async function tryExport(services: ClickExportServices, actor: Actor, id: string): Promise<Trial> {
  const row = await findClickExport(services, actor, id, "clickExports:write");
  await services.limits.clickExport(actor.userId);
  await services.eventStore.unitOfWork(async (tx) => {
    await requireNotPaused(tx, "export", id);
    const action = { action: "TryClickExport", resource: { type: "export", id } } as const;
    await services.eventStore.audit(tx, originOf(services, actor), action);
  });
  const key = [...(row.prefix === "" ? [] : [row.prefix]), `hoplog-test-${services.newId()}.txt`].join("/");
  try {
    const bucket = bucketOf(services, row, { timeoutMs });
    await bucket.put(key, Buffer.from("hoplog can write here. This file may be removed.\n"));
    const problem = await bucket.remove(key).then(() => null, problemOf);
    return { written: true, removed: problem === null, problem };
  } catch (error) {
    return { written: false, removed: false, problem: problemOf(error) };
  }
}

function problemOf(error: unknown): string {
  if (error instanceof S3Failure) return error.message;
  throw error;
}
