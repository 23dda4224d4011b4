import { randomUUID } from "node:crypto";
import { open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file to upload, on this machine's disk. */
export interface Spooled {
  readonly bytes: number;
  read(from: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * Copies a stream to disk, because ClickHouse aborts responses that are not read for half a minute, which a bucket may
 * need for one part. The file is unlinked, so that nothing remains if the process is killed.
 */
export async function spool(stream: AsyncIterable<Uint8Array>): Promise<Spooled> {
  const path = join(tmpdir(), `hoplog-export-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  try {
    await unlink(path);
    let bytes = 0;
    for await (const chunk of stream) {
      await file.write(chunk, 0, chunk.byteLength, bytes);
      bytes += chunk.byteLength;
    }
    return {
      bytes,
      async read(from, length) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
        if (bytesRead !== length)
          throw new Error(`the export's temporary file is ${length - bytesRead} bytes too short`);
        return buffer;
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}
