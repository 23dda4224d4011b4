/** Assigns numbers from 0 to items in the order of first occurrence; equal items get the same number. */
export interface Numbering<T> {
  readonly all: readonly T[];
  numberOf(item: T): number;
}

/**
 * Creates a hash table with open addressing, because building a string key took longer than all other work per item.
 * `hashOf` returns 32 bits, of which the lower ones select the slot; it must be equal for equal items.
 */
export function createNumbering<T>(hashOf: (item: T) => number, isSame: (a: T, b: T) => boolean): Numbering<T> {
  const all: T[] = [];
  /**
   * Numbers plus one, in the slot given by the lower bits of their hash or the next free slot; 0 if free. At most half
   * full.
   */
  let places = new Uint32Array(64);

  function placeOf(item: T): number {
    const mask = places.length - 1;
    let place = hashOf(item) & mask;
    for (;;) {
      const number = places[place] ?? 0;
      const found = number === 0 ? undefined : all[number - 1];
      if (found === undefined || isSame(found, item)) return place;
      place = (place + 1) & mask;
    }
  }

  function grow(): void {
    places = new Uint32Array(places.length * 2);
    for (const [number, item] of all.entries()) places[placeOf(item)] = number + 1;
  }

  return {
    all,
    numberOf(item) {
      const place = placeOf(item);
      const known = places[place] ?? 0;
      if (known > 0) return known - 1;
      places[place] = all.push(item);
      if (all.length * 2 > places.length) grow();
      return all.length - 1;
    },
  };
}

/** Hashes a 16-byte id with its last four bytes, which are random. */
export function idHash(id: Uint8Array): number {
  return ((id[12] ?? 0) << 24) | ((id[13] ?? 0) << 16) | ((id[14] ?? 0) << 8) | (id[15] ?? 0);
}

export function isSameId(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 15; i >= 0; i--) if (a[i] !== b[i]) return false;
  return true;
}
