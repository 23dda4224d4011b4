import type { Outgoing } from "@hoplog/platform/outgoing/request.js";
import type { ExportRow } from "./rows.ts";
import { type Bucket, createBucket } from "./s3/bucket.ts";
import { S3Failure } from "./s3/failure.ts";
import type { SecretBox } from "../../kernel/calls/secretBox.ts";

/** How buckets of others are reached. */
export interface BucketAccess {
  readonly exportRequest: Outgoing;
  readonly exportSecrets: SecretBox;
  /** What stands in signatures: a server refuses those that are not of the present. */
  readonly signedAt: () => Date;
}

/** For a part of 8 MiB, to a server at the end of a slow line. */
const requestMs = 60 * 1000;

/** Opens a destination. Throws S3Failure where its secret can't be read. */
export function bucketOf(
  { exportRequest, exportSecrets, signedAt }: BucketAccess,
  row: Pick<ExportRow, "id" | "endpoint" | "region" | "bucket" | "pathStyle" | "accessKeyId" | "secret">,
  { signal, timeoutMs = requestMs }: { readonly signal?: AbortSignal; readonly timeoutMs?: number } = {},
): Bucket {
  const { endpoint, region, bucket, pathStyle, accessKeyId } = row;
  const secret = exportSecrets.open(row.id, row.secret);
  if (secret === null)
    throw new S3Failure(
      "The secret can't be read any more, since this installation's own has changed: please give it again",
    );
  return createBucket(
    { endpoint, region, bucket, pathStyle, accessKeyId, secret },
    { request: exportRequest, timeoutMs, now: signedAt, signal },
  );
}
