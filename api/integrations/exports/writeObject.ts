import type { Bucket, Part } from "./s3/bucket.ts";
import type { Spooled } from "./spool.ts";

/** Part size; S3's minimum is 5 MiB. Only one part of a file is held in memory. */
export const smallestPart = 8 * 1024 * 1024;
/** S3's maximum number of parts. */
const partsMax = 10_000;

export interface UploadNotes {
  /** Called when a multipart upload has begun, before its first part. */
  began(uploadId: string): Promise<void>;
  /** Called before the object becomes visible. Throws if another process has leased the file. */
  beforeLast(): Promise<void>;
}

/**
 * Writes an object atomically: readers see either all of it or the previous version. Short files take one request,
 * others multiple parts, which are aborted after a failure if the server is reachable.
 */
export async function writeObject(
  bucket: Bucket,
  key: string,
  file: Spooled,
  { leastPart, ...notes }: UploadNotes & { readonly leastPart: number },
): Promise<void> {
  const { bytes } = file;
  if (bytes <= leastPart) {
    await notes.beforeLast();
    return bucket.put(key, await file.read(0, bytes));
  }
  const partBytes = Math.max(leastPart, Math.ceil(bytes / partsMax));
  const uploadId = await bucket.beginUpload(key);
  try {
    await notes.began(uploadId);
    const parts: Part[] = [];
    for (let from = 0; from < bytes; from += partBytes) {
      const body = await file.read(from, Math.min(partBytes, bytes - from));
      parts.push(await bucket.putPart(key, uploadId, parts.length + 1, body));
    }
    await notes.beforeLast();
    await bucket.completeUpload(key, uploadId, parts);
  } catch (error) {
    await bucket.abortUpload(key, uploadId).catch(() => {});
    throw error;
  }
}
