import { createBoundedCache } from "../cache/boundedCache.ts";
import { contiguous, openPagedFile } from "./pagedFile.ts";

export interface AutonomousSystem {
  readonly asn: number;
  /** Registered name of the autonomous system. */
  readonly isp: string;
}

/** A table of address ranges with the autonomous system of each. */
export interface AutonomousSystems {
  /**
   * Returns the autonomous system of an address; null if no range contains it. Throws a RangeError for a malformed
   * line.
   */
  find(address: number): AutonomousSystem | null;
}

/**
 * Converts a decimal number, given by its position in the bytes of a file, to a number that preserves the order of
 * addresses.
 */
export type AddressNumber = (csv: Uint8Array, from: number, to: number) => number;

/** Maximum number of pages in memory per file, 5 MB. */
const pages = 2048;
/** The file is first searched in steps of this many bytes, whose first addresses are cached, then line by line. */
const stepBytes = 1024;
const remembered = 20_000;

const comma = 0x2c;
const newline = 0x0a;
const zero = 0x30;

/** Opens a file with lines of `first,last,asn,name` in ascending order. Only the pages in use are in memory. */
export function openAutonomousSystems(path: string, toNumber: AddressNumber): AutonomousSystems {
  const { bytes, size, at } = openPagedFile(path, pages);
  /** The first address of the first line that begins at or after each step; NaN until it is read. */
  const firsts = new Float64Array(Math.ceil(size / stepBytes)).fill(NaN);
  const systems = createBoundedCache<number, AutonomousSystem>(remembered);

  /** Returns the offset of the next line; the file's size after the last one. */
  function lineBehind(offset: number): number {
    const place = at(offset);
    const length = Math.min(contiguous, size - offset);
    for (let i = 0; i < length; i++) if (bytes[place + i] === newline) return offset + i + 1;
    if (offset + length < size) throw new RangeError(`the file of networks has a line longer than ${contiguous} bytes`);
    return size;
  }

  function firstOfStep(step: number): number {
    const known = firsts[step] ?? NaN;
    if (!Number.isNaN(known)) return known;
    const line = step === 0 ? 0 : lineBehind(step * stepBytes - 1);
    return (firsts[step] = line < size ? firstOfLine(line) : Infinity);
  }

  function firstOfLine(line: number): number {
    const place = at(line);
    return toNumber(bytes, place, fieldEnd(place, line, place));
  }

  /** Returns the position of the comma after a field. */
  function fieldEnd(from: number, line: number, place: number): number {
    const end = place + Math.min(contiguous, size - line);
    for (let i = from; i < end && bytes[i] !== newline; i++) if (bytes[i] === comma) return i;
    throw new RangeError(`invalid line in the file of networks: ${textOfLine(line)}`);
  }

  function textOfLine(line: number): string {
    const place = at(line);
    return bytes.toString("utf8", place, place + lineBehind(line) - line).trimEnd();
  }

  function rangeAt(line: number, address: number): AutonomousSystem | null {
    const place = at(line);
    const first = fieldEnd(place, line, place);
    const second = fieldEnd(first + 1, line, place);
    const third = fieldEnd(second + 1, line, place);
    if (toNumber(bytes, first + 1, second) < address) return null;
    const asn = ipv4Decimal(bytes, second + 1, third);
    return systems.get(asn, () => ({
      asn,
      isp: unquoted(bytes.toString("utf8", third + 1, place + lineBehind(line) - line)),
    }));
  }

  return {
    find(address) {
      let low = 0;
      let high = firsts.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (firstOfStep(middle) <= address) low = middle + 1;
        else high = middle;
      }
      if (low === 0) return null;
      const start = (low - 1) * stepBytes;
      let line = start === 0 ? 0 : lineBehind(start - 1);
      for (let next = lineBehind(line); next < size && firstOfLine(next) <= address; next = lineBehind(next))
        line = next;
      return rangeAt(line, address);
    },
  };
}

/** Reads a number of at most 32 bits. */
export function ipv4Decimal(csv: Uint8Array, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + (csv[at] ?? 0) - zero;
  return number;
}

const forty = 2 ** 40;
/** Decimal digits read per step: a double can hold a piece of 40 bits multiplied by 1,000. */
const digitsAtOnce = 3;

/**
 * Reads the first 48 of the 128 bits of an IPv6 address: networks announce no longer prefixes, and 48 bits fit into a
 * double. Exact, because the number is computed in three pieces, the lower two of 40 bits each.
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

function unquoted(field: string): string {
  const text = field.replace(/\r?\n?$/, "");
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
}
