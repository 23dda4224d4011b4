import { isRequestId } from "@hoplog/platform/http/requestIds.js";
import type { Connection } from "./connection.ts";
import type { RequestHead } from "./requestHead.ts";

/** One a byte: 96 random bits in 16 characters. */
const characters = Buffer.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
const idLength = 16;
const idsAtOnce = 512;

/** Ids of requests as they go into answers; the bytes are overwritten by the next one's. */
export interface RequestIds {
  /** As our proxy in front names it, else an id of ours. */
  of(connection: Pick<Connection, "isProxy">, bytes: Buffer, head: RequestHead): Buffer;
  /** One of ours. */
  next(): string;
}

/** Takes randomness for many ids at once: they are given thousands of times a second. */
export function createRequestIds(random: (size: number) => Uint8Array): RequestIds {
  const own = Buffer.alloc(idLength);
  let pool: Uint8Array = Buffer.alloc(0);
  let used = 0;

  function write(): Buffer {
    if (used === pool.length) {
      pool = random(idLength * idsAtOnce);
      used = 0;
    }
    for (let i = 0; i < idLength; i++) own[i] = characters[(pool[used++] ?? 0) & 63] ?? 0;
    return own;
  }

  return {
    of({ isProxy }, bytes, { requestIdStart, requestIdEnd }) {
      if (!isProxy || requestIdStart === 0) return write();
      return isRequestId(bytes.toString("latin1", requestIdStart, requestIdEnd))
        ? bytes.subarray(requestIdStart, requestIdEnd)
        : write();
    },
    next: () => write().toString("latin1"),
  };
}
