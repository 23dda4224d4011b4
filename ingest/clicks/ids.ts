/** The ids of links, 16 bytes each. */
export interface LinkIds {
  readonly linkId: Uint8Array;
  readonly ownerId: Uint8Array;
}

/** The accounts of a batch's links, each once, and which of them each link belongs to. */
export interface Owners {
  readonly ids: readonly Uint8Array[];
  readonly ofLink: Uint32Array;
}

const known = new WeakMap<readonly LinkIds[], Owners>();

/** A batch that is asked again has them already. */
export function ownersOf(links: readonly LinkIds[]): Owners {
  const owners = known.get(links) ?? gather(links);
  known.set(links, owners);
  return owners;
}

function gather(links: readonly LinkIds[]): Owners {
  const numbers = new Map<string, number>();
  const ids: Uint8Array[] = [];
  const ofLink = new Uint32Array(links.length);
  for (const [i, { ownerId }] of links.entries()) {
    const key = Buffer.from(ownerId.buffer, ownerId.byteOffset, 16).toString("latin1");
    let number = numbers.get(key);
    if (number === undefined) {
      number = ids.push(ownerId) - 1;
      numbers.set(key, number);
    }
    ofLink[i] = number;
  }
  return { ids, ofLink };
}

/** One behind the other. */
export function joinedIds(ids: readonly Uint8Array[]): Buffer {
  const joined = Buffer.alloc(ids.length * 16);
  ids.forEach((id, i) => joined.set(id, i * 16));
  return joined;
}

/** Ids of a batch's clicks: the batch's with its last 4 bytes replaced by the number of the row. */
export function clickIds(batchId: Uint8Array, size: number): Uint8Array {
  const out = Buffer.alloc(size * 16);
  for (let i = 0; i < size; i++) {
    out.set(batchId, i * 16);
    out.writeUInt32BE(i, i * 16 + 12);
  }
  return out;
}
