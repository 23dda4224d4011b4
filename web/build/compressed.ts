import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const brotli = promisify(brotliCompress);
const known = new Map<string, Promise<Buffer>>();

/**
 * Compresses a file with brotli, by default at the best quality, on another thread. The same content is compressed only
 * once.
 */
export function compressed(content: string | Buffer, quality = constants.BROTLI_MAX_QUALITY): Promise<Buffer> {
  const bytes = Buffer.from(content);
  const key = createHash("sha256").update(bytes).update(String(quality)).digest("base64");
  const running = known.get(key);
  if (running) return running;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const started = brotli(bytes, { params });
  known.set(key, started);
  return started;
}
