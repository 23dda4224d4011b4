import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import type { SavedFile } from "./manifest.ts";

/** Writes a stream to a new file, compressed unless specified otherwise, and syncs it to disk. */
export async function saveStream(
  source: Readable,
  folder: string,
  file: string,
  { compressed = true } = {},
): Promise<SavedFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const path = join(folder, file);
  const target = createWriteStream(path, { flags: "wx", mode: 0o600 });
  if (compressed) await pipeline(source, createZstdCompress({ params: level }), measured, target);
  else await pipeline(source, measured, target);
  const handle = await open(path, "r+");
  await handle.sync();
  await handle.close();
  return { file, bytes, sha256: hash.digest("hex") };
}

/** Level 3 is fast, and still compresses to a tenth. */
const level = { [constants.ZSTD_c_compressionLevel]: 3 };

/** Reads a file that {@link saveStream} compressed. File errors are emitted on the stream. */
export function savedStream(folder: string, file: string): Readable {
  const source = createReadStream(join(folder, file));
  const plain = createZstdDecompress();
  source.on("error", (error) => plain.destroy(error));
  return source.pipe(plain);
}
