import { readFile } from "node:fs/promises";

export interface AutonomousSystem {
  readonly asn: number;
  /** Its name, as registered. */
  readonly isp: string;
}

/** Ranges in ascending order; a number is in the last one that starts at or below it, if that ends at or above. */
export interface AutonomousSystems {
  find(address: number): AutonomousSystem | null;
  readonly size: number;
}

/** Turns a decimal number, in these bytes of a file, into a number that keeps the order of the addresses. */
export type AddressNumber = (csv: Uint8Array, from: number, to: number) => number;

/** Grows by halves: the count of ranges is known only at the end of the file. */
const roomAtFirst = 131_072;

const comma = 0x2c;
const newline = 0x0a;
const zero = 0x30;

/**
 * Reads lines of `first,last,asn,name`, sorted. It goes through the bytes, since strings of a million fields take several times as
 * long. Throws a RangeError for a line that is none.
 */
export function parseAutonomousSystems(csv: Buffer, toNumber: AddressNumber): AutonomousSystems {
  let starts = new Float64Array(roomAtFirst);
  let ends = new Float64Array(roomAtFirst);
  let systems = new Uint32Array(roomAtFirst);
  const networks = new Map<number, AutonomousSystem>();
  let size = 0;
  let at = 0;
  while (at < csv.length) {
    const first = endOfField(csv, at);
    const second = endOfField(csv, first + 1);
    const third = endOfField(csv, second + 1);
    let lineEnd = third;
    while (lineEnd < csv.length && csv[lineEnd] !== newline) lineEnd++;
    if (csv[first] !== comma || csv[second] !== comma || csv[third] !== comma)
      throw new RangeError(`no network: ${csv.toString("utf8", at, lineEnd)}`);
    if (size === starts.length) {
      starts = grown(starts, new Float64Array(size * 2));
      ends = grown(ends, new Float64Array(size * 2));
      systems = grown(systems, new Uint32Array(size * 2));
    }
    starts[size] = toNumber(csv, at, first);
    ends[size] = toNumber(csv, first + 1, second);
    const asn = ipv4Decimal(csv, second + 1, third);
    systems[size] = asn;
    if (!networks.has(asn)) networks.set(asn, { asn, isp: unquoted(csv.toString("utf8", third + 1, lineEnd)) });
    size++;
    at = lineEnd + 1;
  }
  return {
    size,
    find(address) {
      let low = 0;
      let high = size;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((starts[middle] ?? 0) <= address) low = middle + 1;
        else high = middle;
      }
      if (low === 0 || (ends[low - 1] ?? 0) < address) return null;
      return networks.get(systems[low - 1] ?? 0) ?? null;
    },
  };
}

export async function readAutonomousSystems(file: string, toNumber: AddressNumber): Promise<AutonomousSystems> {
  return parseAutonomousSystems(await readFile(file), toNumber);
}

/** Reads a number of at most 32 bits. */
export function ipv4Decimal(csv: Uint8Array, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + (csv[at] ?? 0) - zero;
  return number;
}

const forty = 2 ** 40;
/** A double holds 40 bits and as many digits. */
const digitsAtOnce = 3;

/**
 * Reads the first 48 of an IPv6 address' 128 bits: what is announced between networks is no finer, and a double holds it. Exact: the
 * number is held in three pieces, the lower two of 40 bits each.
 */
export function ipv6Decimal(csv: Uint8Array, from: number, to: number): number {
  let high = 0;
  let middle = 0;
  let low = 0;
  for (let at = from; at < to; at += digitsAtOnce) {
    const end = Math.min(at + digitsAtOnce, to);
    const factor = 10 ** (end - at);
    low = low * factor + ipv4Decimal(csv, at, end);
    const carriedLow = Math.floor(low / forty);
    low -= carriedLow * forty;
    middle = middle * factor + carriedLow;
    const carriedMiddle = Math.floor(middle / forty);
    middle -= carriedMiddle * forty;
    high = high * factor + carriedMiddle;
  }
  return high;
}

/** Where the comma is, or the line's end, or the file's. */
function endOfField(csv: Uint8Array, from: number): number {
  let at = from;
  while (at < csv.length && csv[at] !== comma && csv[at] !== newline) at++;
  return at;
}

function grown<A extends Float64Array | Uint32Array>(from: A, to: A): A {
  to.set(from);
  return to;
}

function unquoted(field: string): string {
  const text = field.endsWith("\r") ? field.slice(0, -1) : field;
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
}
