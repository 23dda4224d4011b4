import type { ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { uuidColumn, uuidDictionaryColumn, type NativeColumn } from "../native/columns.ts";

/** The ids of a link, 16 bytes each. */
export type LinkIds = Pick<ClickBatch["links"][number], "linkId" | "ownerId">;

/** The ids of a batch's links and of their accounts, each account once. */
export interface Ids {
  /** One behind the other, as `owners` are. */
  readonly links: Buffer;
  readonly owners: Buffer;
  /** Which of the accounts each link belongs to. */
  readonly ownerOf: Uint32Array;
}

const known = new WeakMap<readonly LinkIds[], Ids>();

/** Gathered once for each batch. */
export function idsOf(links: readonly LinkIds[]): Ids {
  const ids = known.get(links) ?? gather(links);
  known.set(links, ids);
  return ids;
}

function gather(links: readonly LinkIds[]): Ids {
  const numbers = new Map<string, number>();
  const owners: Uint8Array[] = [];
  const ownerOf = new Uint32Array(links.length);
  for (const [i, { ownerId }] of links.entries()) {
    const key = Buffer.from(ownerId.buffer, ownerId.byteOffset, 16).toString("latin1");
    let number = numbers.get(key);
    if (number === undefined) {
      number = owners.push(ownerId) - 1;
      numbers.set(key, number);
    }
    ownerOf[i] = number;
  }
  return { links: joined(links.map(({ linkId }) => linkId)), owners: joined(owners), ownerOf };
}

function joined(ids: readonly Uint8Array[]): Buffer {
  const out = Buffer.alloc(ids.length * 16);
  ids.forEach((id, i) => out.set(id, i * 16));
  return out;
}

/**
 * The ids of a batch's clicks. Those that repeat are dictionaries: ClickHouse writes them out again, but they come
 * through the socket once each.
 */
export function idColumns({ id, ids, size, links, link }: ClickBatch) {
  const known = idsOf(links);
  const linkNumbers = Uint32Array.from(links, (_, i) => i);
  return {
    owner_id: uuidDictionaryColumn(known.owners, known.ownerOf, link),
    link_id: uuidDictionaryColumn(known.links, linkNumbers, link),
    batch_id: batchIdColumn(id, size),
    click_id: uuidColumn(ids),
  };
}

/** The ids of a batch's misses: zeros where no link is known. */
export function missIdColumns({ id, links, misses }: ClickBatch) {
  const known = idsOf(links);
  const nobody = Buffer.alloc(16);
  const numbers = Uint32Array.from({ length: links.length + 1 }, (_, i) => i);
  const owners = Uint32Array.from(numbers, (i) => (i === 0 ? 0 : (known.ownerOf[i - 1] ?? 0) + 1));
  return {
    owner_id: uuidDictionaryColumn(Buffer.concat([nobody, known.owners]), owners, misses.link),
    link_id: uuidDictionaryColumn(Buffer.concat([nobody, known.links]), numbers, misses.link),
    batch_id: batchIdColumn(id, misses.size),
  };
}

/** The same id in every row. */
export function batchIdColumn(id: Uint8Array, rows: number): NativeColumn {
  return uuidDictionaryColumn(id, Uint32Array.of(0), new Uint32Array(rows));
}
