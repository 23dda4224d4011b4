import type { Bucket, Part } from "./s3/bucket.ts";
import type { Spooled } from "./spool.ts";

/** S3 takes parts of 5 MiB and more; one of these is all that is held of a file. */
export const smallestPart = 8 * 1024 * 1024;
/** As many as S3 puts together. */
const partsMax = 10_000;

export interface UploadNotes {
  /** An upload in parts has begun: before its first part. */
  began(uploadId: string): Promise<void>;
  /** Throws where somebody else has the file by now: before all of it shows under its key. */
  beforeLast(): Promise<void>;
}

/**
 * Writes a file under a key, which shows either all of it or what was there before. In one request where it is short, else in
 * parts; parts of one that fails are given up as far as the server can be reached.
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
