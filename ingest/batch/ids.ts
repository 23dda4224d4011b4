import type { ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import type { ClickBlock } from "./block.ts";
import { createNumbering, idHash, isSameId } from "./numbering.ts";
import { uuidColumn, uuidDictionaryColumn, type NativeColumn } from "../native/columns.ts";

/** The ids of a link, 16 bytes each. */
export type LinkIds = Pick<ClickBatch["links"][number], "linkId" | "ownerId">;

/** The ids of a block's links and of their accounts, each account once. */
export interface Ids {
  /** One behind the other, as `owners` are. */
  readonly links: Buffer;
  readonly owners: Buffer;
  /** Which of the accounts each link belongs to. */
  readonly ownerOf: Uint32Array;
}

const known = new WeakMap<readonly LinkIds[], Ids>();

/** Gathered once for each list of links. */
export function idsOf(links: readonly LinkIds[]): Ids {
  const ids = known.get(links) ?? collectIds(links);
  known.set(links, ids);
  return ids;
}

function collectIds(links: readonly LinkIds[]): Ids {
  const owners = createNumbering(idHash, isSameId);
  const ownerOf = new Uint32Array(links.length);
  for (const [i, { ownerId }] of links.entries()) ownerOf[i] = owners.numberOf(ownerId);
  return { links: joined(links.map(({ linkId }) => linkId)), owners: joined(owners.all), ownerOf };
}

/** An id of 16 bytes as a key of a map: shorter to make than its text. */
export function idKey(id: Uint8Array): string {
  return Buffer.from(id.buffer, id.byteOffset, 16).toString("latin1");
}

function joined(ids: readonly Uint8Array[]): Buffer {
  const out = Buffer.alloc(ids.length * 16);
  ids.forEach((id, i) => out.set(id, i * 16));
  return out;
}

/**
 * The ids of a block's clicks. Those that repeat are dictionaries: ClickHouse writes them out again, but they come
 * through the socket once each.
 */
export function idColumns({ batchIds, batchOf, ids, links, link }: ClickBlock) {
  const known = idsOf(links);
  const linkNumbers = Uint32Array.from(links, (_, i) => i);
  return {
    owner_id: uuidDictionaryColumn(known.owners, known.ownerOf, link),
    link_id: uuidDictionaryColumn(known.links, linkNumbers, link),
    batch_id: batchIdColumn(batchIds, batchOf),
    click_id: uuidColumn(ids),
  };
}

/** The ids of a block's misses: zeros where no link is known. */
export function missIdColumns({ batchIds, links, misses }: ClickBlock) {
  return { ...linkIdColumns(links, misses.link, misses.link), batch_id: batchIdColumn(batchIds, misses.batchOf) };
}

/** Those of counted requests: of erased links their account alone. */
export function requestIdColumns({ links, requests }: ClickBlock) {
  const { link, erased } = requests;
  return linkIdColumns(
    links,
    link,
    link.map((number, row) => (erased[row] === 0 ? number : 0)),
  );
}

/** Of indices plus one; zeros for 0. */
function linkIdColumns(links: readonly LinkIds[], ownersOf: Uint32Array, linkRows: Uint32Array) {
  const known = idsOf(links);
  const nobody = Buffer.alloc(16);
  const numbers = Uint32Array.from({ length: links.length + 1 }, (_, i) => i);
  const owners = Uint32Array.from(numbers, (i) => (i === 0 ? 0 : (known.ownerOf[i - 1] ?? 0) + 1));
  return {
    owner_id: uuidDictionaryColumn(Buffer.concat([nobody, known.owners]), owners, ownersOf),
    link_id: uuidDictionaryColumn(Buffer.concat([nobody, known.links]), numbers, linkRows),
  };
}

function batchIdColumn(batchIds: Uint8Array, rows: Uint32Array): NativeColumn {
  const numbers = Uint32Array.from({ length: batchIds.length / 16 }, (_, i) => i);
  return uuidDictionaryColumn(batchIds, numbers, rows);
}
