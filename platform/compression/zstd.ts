import { promisify } from "node:util";
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from "node:zlib";

const [packed, unpacked] = [promisify(zstdCompress), promisify(zstdDecompress)];

/** Level 1, because higher levels take longer and hardly shrink batches of clicks further. */
const params = { [constants.ZSTD_c_compressionLevel]: 1 };

/**
 * Passing a value to another thread and back takes 0.2 to 0.4 ms of processor time; below these sizes, in bytes, the
 * work itself takes less.
 */
const smallValue = 128 * 1024;
const smallCompressed = 48 * 1024;

export async function compress(bytes: Uint8Array): Promise<Buffer> {
  return bytes.length <= smallValue ? zstdCompressSync(bytes, { params }) : packed(bytes, { params });
}

/** Decompresses bytes. Rejects if they are not zstd, or decompress to more than `maxBytes` bytes. */
export async function decompress(bytes: Uint8Array, maxBytes?: number): Promise<Buffer> {
  const options = { maxOutputLength: maxBytes };
  return bytes.length <= smallCompressed ? zstdDecompressSync(bytes, options) : unpacked(bytes, options);
}
