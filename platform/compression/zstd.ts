import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";

const [packed, unpacked] = [promisify(zstdCompress), promisify(zstdDecompress)];

/** Higher levels take longer and make batches of clicks hardly smaller. */
const params = { [constants.ZSTD_c_compressionLevel]: 1 };

export function compress(bytes: Uint8Array): Promise<Buffer> {
  return packed(bytes, { params });
}

/** Rejects for what is not zstd's, and for more than `maxBytes` bytes. */
export function decompress(bytes: Uint8Array, maxBytes?: number): Promise<Buffer> {
  return unpacked(bytes, { maxOutputLength: maxBytes });
}
