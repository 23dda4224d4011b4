import type { Readable } from "node:stream";
import type { Bucket, Part } from "./s3/bucket.ts";
import { S3Failure } from "./s3/failure.ts";

/** S3 takes parts of 5 MiB and more; two of these are all that is held of a file. */
export const partBytes = 8 * 1024 * 1024;

/** As many as S3 puts together. */
const partsMax = 10_000;

export interface UploadNotes {
  /** An upload in parts has begun: before its first part. */
  began(uploadId: string): Promise<void>;
  /** Throws where somebody else has the file by now: before all of it shows under its key. */
  beforeLast(): Promise<void>;
}

/**
 * Writes a stream under a key, which shows either all of it or what was there before. In one request where it is short, else in
 * parts; parts of one that fails are given up as far as the server can be reached. Gives how many bytes that were.
 */
export async function writeObject(bucket: Bucket, key: string, stream: Readable, notes: UploadNotes): Promise<number> {
  const chunks = inParts(stream);
  const first = await chunks.next();
  const second = await chunks.next();
  const head = first.done ? Buffer.alloc(0) : first.value;
  if (second.done) {
    await notes.beforeLast();
    await bucket.put(key, head);
    return head.length;
  }
  const uploadId = await bucket.beginUpload(key);
  try {
    await notes.began(uploadId);
    const parts: Part[] = [];
    let bytes = 0;
    const put = async (body: Buffer) => {
      if (parts.length === partsMax) throw new S3Failure("Writing: The file is larger than S3 takes");
      parts.push(await bucket.putPart(key, uploadId, parts.length + 1, body));
      bytes += body.length;
    };
    await put(head);
    await put(second.value);
    for await (const chunk of chunks) await put(chunk);
    await notes.beforeLast();
    await bucket.completeUpload(key, uploadId, parts);
    return bytes;
  } catch (error) {
    await bucket.abortUpload(key, uploadId).catch(() => {});
    throw error;
  }
}

/** Pieces of one size; the last one may be shorter. */
async function* inParts(stream: Readable): AsyncGenerator<Buffer, undefined> {
  let held: Buffer[] = [];
  let size = 0;
  const chunks: AsyncIterable<Uint8Array> = stream;
  for await (const chunk of chunks) {
    held.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    size += chunk.byteLength;
    while (size >= partBytes) {
      const all = Buffer.concat(held);
      yield all.subarray(0, partBytes);
      held = [all.subarray(partBytes)];
      size -= partBytes;
    }
  }
  if (size > 0) yield Buffer.concat(held);
}
