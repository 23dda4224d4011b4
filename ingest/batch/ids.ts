import type { ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import type { ClickBlock } from "./block.ts";
import { createNumbering, idHash, isSameId } from "./numbering.ts";
import { uuidColumn, uuidDictionaryColumn, type NativeColumn } from "../native/columns.ts";

/** The ids of a link, 16 bytes each. */
export type LinkIds = Pick<ClickBatch["links"][number], "linkId" | "ownerId">;

/** The ids of a block's links and of their accounts, each account once. */
export interface Ids {
  /** Concatenated ids; `owners` contains the ids of the accounts. */
  readonly links: Buffer;
  readonly owners: Buffer;
  /** Index in `owners` of each link's account. */
  readonly ownerOf: Uint32Array;
}

const known = new WeakMap<readonly LinkIds[], Ids>();

/** Collects the ids of links; cached per list. */
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

/** Returns a map key for a 16-byte id; cheaper than its UUID text. */
export function idKey(id: Uint8Array): string {
  return Buffer.from(id.buffer, id.byteOffset, 16).toString("latin1");
}

function joined(ids: readonly Uint8Array[]): Buffer {
  const out = Buffer.alloc(ids.length * 16);
  ids.forEach((id, i) => out.set(id, i * 16));
  return out;
}

/** Builds the id columns of a block's clicks. Repeated ids are sent as dictionaries, which ClickHouse expands. */
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

/** Builds the id columns of a block's misses; without a known link, `owner_id` and `link_id` are zeros. */
export function missIdColumns({ batchIds, links, misses }: ClickBlock) {
  return { ...linkIdColumns(links, misses.link, misses.link), batch_id: batchIdColumn(batchIds, misses.batchOf) };
}

/** Builds the id columns of request counts; in rows with erased requests only the account. */
export function requestIdColumns({ links, requests }: ClickBlock) {
  const { link, erased } = requests;
  return linkIdColumns(
    links,
    link,
    link.map((number, row) => (erased[row] === 0 ? number : 0)),
  );
}

/** Builds columns from link indexes plus one; 0 gives an id of zeros. */
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
