import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { oneServer } from "@hoplog/platform/clickhouse/oneServer.js";
import type { Clock, Ids, Logs } from "../../kernel/calls/capabilities.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { type BucketAccess, bucketOf } from "./bucketOf.ts";
import { noteFailure } from "./failing.ts";
import {
  releaseFile,
  LeaseLostError,
  noteUpload,
  noteWritten,
  renewLease,
  leaseFile,
  type LeasedFile,
  type Written,
} from "./lease.ts";
import type { ExportMetrics } from "./metrics.ts";
import { endOfPeriod, keyOf, lengthMs } from "./period.ts";
import type { Bucket } from "./s3/bucket.ts";
import { S3Failure } from "./s3/failure.ts";
import { sources } from "./sources.ts";
import { spool } from "./spool.ts";
import { writeObject } from "./writeObject.ts";

export type WriteServices = Reads &
  Database &
  BucketAccess &
  Clock &
  Ids &
  Logs & {
    /** Separate connections, so that long responses do not delay other queries. */
    readonly exportClickHouse: ClickHouseClient;
    readonly exportMetrics: ExportMetrics;
    /** Minimum part size in bytes: smaller files are written in one request. */
    readonly leastPart: number;
  };

const renewMs = 30 * 1000;
/** Timeout for one file. */
const fileMs = 60 * 60 * 1000;
/** Delay after a failure in hoplog, which does not count as a failure of the bucket. */
const ownRetryMs = 60 * 1000;

/** Leases a due file and writes it. Returns false when none is due. Throws only if Postgres is unavailable. */
export async function writeNextFile(services: WriteServices, ending: AbortSignal): Promise<boolean> {
  const file = await leaseFile(services);
  if (!file) return false;
  const lost = new AbortController();
  const tooLong = AbortSignal.timeout(fileMs);
  const signal = AbortSignal.any([ending, lost.signal, tooLong]);
  const renewing = setInterval(() => {
    // If Postgres is unavailable for a moment, the lease is not lost. The lease is checked again before the last
    // request.
    renewLease(services, file).catch((error: unknown) => error instanceof LeaseLostError && lost.abort(error));
  }, renewMs);
  try {
    const written = await write(services, file, signal);
    await noteWritten(services, file, written);
    services.exportMetrics.files.inc({ outcome: written.hasObject ? "written" : "empty" });
    services.exportMetrics.bytes.inc(written.bytes);
  } catch (error) {
    const cause = tooLong.aborted ? new S3Failure("Writing: The upload took longer than one hour") : error;
    await settle(services, file, cause, { ending, isLost: lost.signal.aborted });
  } finally {
    clearInterval(renewing);
  }
  return true;
}

async function write(services: WriteServices, file: LeasedFile, signal: AbortSignal): Promise<Written> {
  const { to, content, start } = file;
  const [bucket, key] = [bucketOf(services, to, { signal }), keyOf(to, start, content)];
  const source = sources[content];
  await abortStaleUploads(services, file, bucket, key);
  const clicks = { ownerId: to.ownerId, from: start, to: endOfPeriod(to.cadence, start), bots: to.bots };
  // Uses a single server, whose counts match its rows. Sums are read before the rows, so a click that arrives between
  // the two reads is detected as a difference later.
  const server = await oneServer(services.exportClickHouse);
  const found = (await source.marks(server, clicks, lengthMs[to.cadence])).get(start.getTime());
  const counted = found?.mark ?? 0;
  if (!found && !file.hasObject) return { rows: 0, bytes: 0, counted, hasObject: false };
  const { stream, rows } = await source.open(server, clicks, signal);
  const spooled = await spool(stream).finally(() => stream.destroy());
  try {
    await writeObject(bucket, key, spooled, {
      leastPart: services.leastPart,
      began: (uploadId) => noteUpload(services, file, uploadId),
      beforeLast: () => renewLease(services, file),
    });
    return { rows, bytes: spooled.bytes, counted, hasObject: true };
  } finally {
    await spooled.close();
  }
}

/**
 * Aborts uploads of killed processes, by the stored id or by listing them. Missing permissions or server features are
 * ignored.
 */
async function abortStaleUploads(
  services: WriteServices,
  file: LeasedFile,
  bucket: Bucket,
  key: string,
): Promise<void> {
  if (file.uploadId !== null) {
    await bucket.abortUpload(key, file.uploadId).catch(unlessRefused);
    await noteUpload(services, file, null);
  } else if (file.attempts > 0) {
    const open = await bucket.openUploads(key).catch(unlessRefused);
    for (const uploadId of open ?? []) await bucket.abortUpload(key, uploadId).catch(unlessRefused);
  }
}

function unlessRefused(error: unknown): undefined {
  const isRefused = error instanceof S3Failure && ((error.status >= 400 && error.status < 500) || error.status === 501);
  if (!isRefused) throw error;
}

interface FailureContext {
  readonly ending: AbortSignal;
  readonly isLost: boolean;
}

async function settle(
  services: WriteServices,
  file: LeasedFile,
  error: unknown,
  { ending, isLost }: FailureContext,
): Promise<void> {
  const { exportMetrics, logger, now } = services;
  if (isLost || error instanceof LeaseLostError) return;
  if (ending.aborted) return releaseFile(services, file, null);
  if (error instanceof S3Failure) {
    exportMetrics.files.inc({ outcome: "failed" });
    return noteFailure(services, file, error.message);
  }
  exportMetrics.files.inc({ outcome: "broken" });
  logger.warn(
    { err: error, exportId: file.to.id, content: file.content, start: file.start },
    "writing a file of an export failed; retrying later",
  );
  await releaseFile(services, file, {
    error: `The ${file.content} cannot be read at the moment; the server will try again`,
    retryAt: new Date(now().getTime() + ownRetryMs),
  });
}
