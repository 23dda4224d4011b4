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

/** Grows by halves: the count of ranges is known only at the end of the file. */
const roomAtFirst = 131_072;

/**
 * Reads lines of `first,last,asn,name`, sorted. `toNumber` turns an address of the file into a number that keeps
 * their order (see {@link ipv6Number}). Throws a RangeError for a line that is none.
 */
export function parseAutonomousSystems(csv: string, toNumber: (address: string) => number): AutonomousSystems {
  let starts = new Float64Array(roomAtFirst);
  let ends = new Float64Array(roomAtFirst);
  let systems = new Uint32Array(roomAtFirst);
  const names = new Map<number, string>();
  let size = 0;
  let at = 0;
  while (at < csv.length) {
    const lineEnd = csv.indexOf("\n", at) < 0 ? csv.length : csv.indexOf("\n", at);
    const first = csv.indexOf(",", at);
    const second = csv.indexOf(",", first + 1);
    const third = csv.indexOf(",", second + 1);
    if (first < 0 || second < 0 || third < 0 || third > lineEnd)
      throw new RangeError(`no network: ${csv.slice(at, lineEnd)}`);
    if (size === starts.length) {
      starts = grown(starts, new Float64Array(size * 2));
      ends = grown(ends, new Float64Array(size * 2));
      systems = grown(systems, new Uint32Array(size * 2));
    }
    starts[size] = toNumber(csv.slice(at, first));
    ends[size] = toNumber(csv.slice(first + 1, second));
    const asn = Number(csv.slice(second + 1, third));
    systems[size] = asn;
    if (!names.has(asn)) names.set(asn, unquoted(csv.slice(third + 1, lineEnd)));
    size++;
    at = lineEnd + 1;
  }
  const networks = new Map([...names].map(([asn, isp]) => [asn, { asn, isp }]));
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

export async function readAutonomousSystems(
  file: string,
  toNumber: (address: string) => number,
): Promise<AutonomousSystems> {
  return parseAutonomousSystems(await readFile(file, "utf8"), toNumber);
}

/** The first 48 of an IPv6 address' 128 bits: what is announced between networks is no finer, and a double holds it. */
export function ipv6Number(decimal: string): number {
  return Number(BigInt(decimal) >> 80n);
}

function grown<A extends Float64Array | Uint32Array>(from: A, to: A): A {
  to.set(from);
  return to;
}

function unquoted(field: string): string {
  const text = field.endsWith("\r") ? field.slice(0, -1) : field;
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
}
