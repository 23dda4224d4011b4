import type { Outgoing } from "@hoplog/platform/outgoing/request.js";
import type { ExportRow } from "./rows.ts";
import { type Bucket, createBucket } from "./s3/bucket.ts";
import { S3Failure } from "./s3/failure.ts";
import type { SecretBox } from "../../kernel/calls/secretBox.ts";

/** Settings for connections to customers' buckets. */
export interface BucketAccess {
  readonly exportRequest: Outgoing;
  readonly exportSecrets: SecretBox;
  /** Time to sign requests with; servers reject signatures unless their time is current. */
  readonly signedAt: () => Date;
}

/** Timeout of a request: long enough for a part of 8 MiB over a slow connection. */
const requestMs = 60 * 1000;

/** Opens a destination. Throws S3Failure if its secret can't be decrypted. */
export function bucketOf(
  { exportRequest, exportSecrets, signedAt }: BucketAccess,
  row: Pick<ExportRow, "id" | "endpoint" | "region" | "bucket" | "pathStyle" | "accessKeyId" | "secret">,
  { signal, timeoutMs = requestMs }: { readonly signal?: AbortSignal; readonly timeoutMs?: number } = {},
): Bucket {
  const { endpoint, region, bucket, pathStyle, accessKeyId } = row;
  const secret = exportSecrets.open(row.id, row.secret);
  if (secret === null)
    throw new S3Failure(
      "The stored secret access key cannot be decrypted, because the secret of this installation has changed. Enter the access key again.",
    );
  return createBucket(
    { endpoint, region, bucket, pathStyle, accessKeyId, secret },
    { request: exportRequest, timeoutMs, now: signedAt, signal },
  );
}
