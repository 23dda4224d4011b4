/** `00112233-…`: 16 bytes as a UUID is written. */
export function uuidText(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, 16).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const known = new WeakMap<readonly LinkBytes[], readonly LinkText[]>();

interface LinkBytes {
  readonly linkId: Uint8Array;
  readonly ownerId: Uint8Array;
}

export interface LinkText {
  readonly linkId: string;
  readonly ownerId: string;
}

/** The ids of a batch's links as texts; a batch that is asked again has them already. */
export function linkTexts(links: readonly LinkBytes[]): readonly LinkText[] {
  const texts =
    known.get(links) ?? links.map(({ linkId, ownerId }) => ({ linkId: uuidText(linkId), ownerId: uuidText(ownerId) }));
  known.set(links, texts);
  return texts;
}

/** 16 bytes a row: those of the item that each row points to. */
export function idsOf(items: readonly Uint8Array[], rows: Uint32Array): Uint8Array {
  const words = new Uint32Array(items.length * 4);
  const bytes = new Uint8Array(words.buffer);
  items.forEach((item, i) => bytes.set(item, i * 16));
  const out = new Uint32Array(rows.length * 4);
  for (let i = 0; i < rows.length; i++) {
    const from = (rows[i] ?? 0) * 4;
    for (let word = 0; word < 4; word++) out[i * 4 + word] = words[from + word] ?? 0;
  }
  return new Uint8Array(out.buffer);
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
