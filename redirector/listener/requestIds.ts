import { isRequestId } from "@hoplog/platform/http/requestIds.js";
import type { Connection } from "./connection.ts";
import type { RequestHead } from "./requestHead.ts";

/** Characters of ids, each from 6 random bits: 16 characters have 96. */
const characters = Buffer.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
const idLength = 16;
const idsAtOnce = 512;

/** Provides request ids for responses; the next id overwrites the bytes of the previous one. */
export interface RequestIds {
  /** Returns the id set by a trusted proxy, else a new one. */
  of(connection: Pick<Connection, "isProxy">, bytes: Buffer, head: RequestHead): Buffer;
  /** Returns a new request id. */
  next(): string;
}

/** Creates request ids; requests randomness for many at once, because thousands are needed per second. */
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
