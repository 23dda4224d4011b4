import { missReasons, type RecordedClick, type RecordedMiss } from "./click.ts";
import { clickColumnCount, headerSize, layoutVersion, linkSize, magic, missColumnCount, offsetsOf } from "./layout.ts";

/**
 * Writes one immutable batch. `id` has 16 bytes and is fixed when the clicks were recorded: encoding the same
 * clicks under the same id again gives the same bytes, which is what makes a replay recognisable.
 */
export function encodeClickBatch(
  id: Uint8Array,
  clicks: readonly RecordedClick[],
  misses: readonly RecordedMiss[] = [],
): Uint8Array {
  const texts = dictionary<string>([""]);
  const links = dictionary<string>([]);
  const linkBytes: Uint8Array[] = [];
  const base = baseTime(clicks, misses);

  const columns = new Uint32Array(clicks.length * clickColumnCount);
  clicks.forEach((click, i) => {
    const key = latin1(click.linkId) + latin1(click.ownerId);
    const link = links.indexOf(key);
    if (link === linkBytes.length) linkBytes.push(Buffer.concat([click.linkId, click.ownerId]));
    columns[i] = click.at - base;
    columns[clicks.length + i] = link;
    columns[2 * clicks.length + i] = texts.indexOf(click.userAgent);
    columns[3 * clicks.length + i] = texts.indexOf(click.referrer);
    columns[4 * clicks.length + i] = texts.indexOf(click.query);
  });
  const missColumns = new Uint32Array(misses.length * missColumnCount);
  misses.forEach((miss, i) => {
    missColumns[i] = miss.at - base;
    missColumns[misses.length + i] = texts.indexOf(miss.code);
  });

  const encoded = texts.keys.map((text) => Buffer.from(text, "utf8"));
  const counts = {
    links: linkBytes.length,
    clicks: clicks.length,
    misses: misses.length,
    texts: encoded.length,
    textBytes: encoded.reduce((sum, text) => sum + text.length, 0),
  };
  const at = offsetsOf(counts);
  const out = Buffer.alloc(at.end);
  out.writeUInt32LE(magic, 0);
  out.writeUInt32LE(layoutVersion, 4);
  out.writeDoubleLE(base, 8);
  out.set(id, 16);
  out.writeUInt32LE(counts.links, 32);
  out.writeUInt32LE(counts.clicks, 36);
  out.writeUInt32LE(counts.misses, 40);
  out.writeUInt32LE(counts.texts, 44);
  out.writeUInt32LE(counts.textBytes, 48);
  linkBytes.forEach((bytes, i) => out.set(bytes, headerSize + i * linkSize));
  out.set(littleEndian(columns), at.clickColumns);
  clicks.forEach((click, i) => {
    out.set(click.address, at.addresses + i * 16);
    out[at.flags + i] = click.flags;
  });
  out.set(littleEndian(missColumns), at.missColumns);
  misses.forEach((miss, i) => (out[at.missReasons + i] = missReasons.indexOf(miss.reason)));
  let textAt = at.textBytes;
  encoded.forEach((text, i) => {
    out.writeUInt32LE(text.length, at.textLengths + i * 4);
    out.set(text, textAt);
    textAt += text.length;
  });
  return out;
}

function dictionary<K>(start: readonly K[]) {
  const keys = [...start];
  const indices = new Map(keys.map((key, index) => [key, index]));
  return {
    keys,
    indexOf(key: K): number {
      const known = indices.get(key);
      if (known !== undefined) return known;
      indices.set(key, keys.length);
      return keys.push(key) - 1;
    },
  };
}

function baseTime(clicks: readonly RecordedClick[], misses: readonly RecordedMiss[]): number {
  let base = Infinity;
  for (const { at } of clicks) base = Math.min(base, at);
  for (const { at } of misses) base = Math.min(base, at);
  return base === Infinity ? 0 : base;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** Every machine Node runs on is little-endian, so the columns' memory is already the format. */
function littleEndian(column: Uint32Array): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}
