import { missReasons, type MissReason } from "./click.ts";
import { clickColumnCount, headerSize, layoutVersion, linkSize, magic, offsetsOf } from "./layout.ts";

/** One batch, column by column; row `i` of every column belongs to click `i`. Indices point into `links` and `texts`. */
export interface ClickBatch {
  readonly id: Uint8Array;
  readonly size: number;
  /** Milliseconds since the epoch; `at[i]` is added to it. */
  readonly base: number;
  readonly links: readonly { readonly linkId: Uint8Array; readonly ownerId: Uint8Array }[];
  readonly texts: readonly string[];
  readonly at: Uint32Array;
  readonly link: Uint32Array;
  readonly userAgent: Uint32Array;
  readonly referrer: Uint32Array;
  readonly query: Uint32Array;
  /** 16 bytes a click. */
  readonly addresses: Uint8Array;
  readonly flags: Uint8Array;
  readonly misses: readonly { readonly at: number; readonly code: string; readonly reason: MissReason }[];
}

/** Throws a RangeError for bytes that are no batch, or whose indices lead outside it. */
export function decodeClickBatch(bytes: Uint8Array): ClickBatch {
  const data = alignedCopy(bytes);
  if (data.length < headerSize || data.readUInt32LE(0) !== magic) throw new RangeError("not a click batch");
  const version = data.readUInt32LE(4);
  if (version !== layoutVersion) throw new RangeError(`click batch of unknown version ${version}`);
  const counts = {
    links: data.readUInt32LE(32),
    clicks: data.readUInt32LE(36),
    misses: data.readUInt32LE(40),
    texts: data.readUInt32LE(44),
    textBytes: data.readUInt32LE(48),
  };
  const at = offsetsOf(counts);
  if (at.end !== data.length) throw new RangeError(`click batch of ${data.length} bytes should have ${at.end}`);

  const column = (start: number, index: number, size: number) =>
    new Uint32Array(data.buffer, data.byteOffset + start + index * size * 4, size);
  const clickColumn = (index: number) => column(at.clickColumns, index, counts.clicks);
  const texts = readTexts(data, at.textLengths, at.textBytes, counts.texts);
  const base = data.readDoubleLE(8);
  const missAt = column(at.missColumns, 0, counts.misses);
  const missCode = column(at.missColumns, 1, counts.misses);

  const batch = {
    id: data.subarray(16, 32),
    size: counts.clicks,
    base,
    links: Array.from({ length: counts.links }, (_, i) => {
      const start = headerSize + i * linkSize;
      return { linkId: data.subarray(start, start + 16), ownerId: data.subarray(start + 16, start + 32) };
    }),
    texts,
    at: clickColumn(0),
    link: clickColumn(1),
    userAgent: clickColumn(2),
    referrer: clickColumn(3),
    query: clickColumn(clickColumnCount - 1),
    addresses: data.subarray(at.addresses, at.addresses + counts.clicks * 16),
    flags: data.subarray(at.flags, at.flags + counts.clicks),
    misses: Array.from({ length: counts.misses }, (_, i) => ({
      at: base + (missAt[i] ?? 0),
      code: texts[missCode[i] ?? 0] ?? "",
      reason: missReasons[data[at.missReasons + i] ?? 0] ?? "unknown",
    })),
  };
  requireBelow(batch.link, counts.links, "link");
  for (const name of ["userAgent", "referrer", "query"] as const) requireBelow(batch[name], counts.texts, name);
  return batch;
}

function requireBelow(column: Uint32Array, limit: number, name: string): void {
  for (const index of column) if (index >= limit) throw new RangeError(`click batch: ${name} ${index} of ${limit}`);
}

function readTexts(data: Buffer, lengthsAt: number, bytesAt: number, count: number): string[] {
  const texts: string[] = [];
  let at = bytesAt;
  for (let i = 0; i < count; i++) {
    const length = data.readUInt32LE(lengthsAt + i * 4);
    if (at + length > data.length) throw new RangeError("click batch: a text leads outside it");
    texts.push(data.toString("utf8", at, at + length));
    at += length;
  }
  return texts;
}

/** Typed arrays need a start at a multiple of 4, which a slice of a network buffer need not have. */
function alignedCopy(bytes: Uint8Array): Buffer {
  const whole = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength);
}
