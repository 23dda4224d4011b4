import { randomBytes } from "node:crypto";
import { createAttributeStore, type BatchAttributes } from "../cache/textCache.ts";
import { lengthened, wordsOf } from "../native/columns.ts";
import type { Locator, Place } from "@hoplog/platform/visitor/locator.js";

export type PlaceName = Exclude<keyof Place, "asn">;

/** Caches the places of addresses across batches, to avoid locating them again. A place's 32-bit number is its ASN. */
export interface PlaceCache {
  /** Finds places; `addresses` has 16 bytes per row. */
  find(addresses: Uint8Array): BatchAttributes<PlaceName>;
}

/**
 * Creates a cache that is cleared when it has more than `max` addresses, because the number of different addresses is
 * unlimited.
 */
export function createPlaceCache(locator: Locator, max: number): PlaceCache {
  const fresh = () => ({
    addresses: createAddressTable(),
    /** Place number plus one, by address number. Many addresses have the same place. */
    places: new Uint32Array(1024),
    numbers: new Map<string, number>(),
    known: createAttributeStore<PlaceName>(["country", "region", "city", "isp"], 1),
  });
  let cache = fresh();

  function placeOf(bytes: Uint8Array, at: number): number {
    const { asn, ...texts } = locator.locate(bytes, at);
    const key = JSON.stringify([asn, texts.isp, texts.country, texts.region, texts.city]);
    const number = cache.numbers.get(key) ?? cache.known.add({ texts, words: [asn] });
    cache.numbers.set(key, number);
    return number;
  }

  return {
    find(bytes) {
      if (cache.addresses.size() > max) cache = fresh();
      const { addresses, known } = cache;
      const words = wordsOf(bytes);
      const rows = new Uint32Array(words.length / 4);
      for (let i = 0; i < rows.length; i++) {
        const address = addresses.numberOf(words, i * 4);
        if (address >= cache.places.length) cache.places = lengthened(cache.places, cache.places.length * 2);
        let place = cache.places[address] ?? 0;
        if (place === 0) place = cache.places[address] = placeOf(bytes, i * 16) + 1;
        rows[i] = place - 1;
      }
      return known.find(rows);
    },
  };
}

/** A set of 16-byte addresses, numbered from 0 in the order of first occurrence. */
export interface AddressTable {
  size(): number;
  /** Returns the number of the address in the four words from `at`; assigns the next number to a new address. */
  numberOf(words: Uint32Array, at: number): number;
}

/** Creates a table whose hash has a random seed, so that attackers can't choose addresses that collide. */
export function createAddressTable(): AddressTable {
  const [seed = 0] = new Uint32Array(Uint8Array.from(randomBytes(4)).buffer);
  let keys = new Uint32Array(1024 * 4);
  /** Numbers of keys plus one; 0 if free. At most half full. */
  let slots = new Uint32Array(2048);
  let size = 0;

  function grow(): void {
    keys = lengthened(keys, keys.length * 2);
    slots = new Uint32Array(slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < size; number++) {
      let slot = hashOf(keys, number * 4, seed) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
  }

  return {
    size: () => size,
    numberOf(words, at) {
      const mask = slots.length - 1;
      let slot = hashOf(words, at, seed) & mask;
      for (;;) {
        const number = (slots[slot] ?? 0) - 1;
        if (number < 0) break;
        const key = number * 4;
        if (
          keys[key + 3] === words[at + 3] &&
          keys[key + 2] === words[at + 2] &&
          keys[key + 1] === words[at + 1] &&
          keys[key] === words[at]
        ) {
          return number;
        }
        slot = (slot + 1) & mask;
      }
      for (let word = 0; word < 4; word++) keys[size * 4 + word] = words[at + word] ?? 0;
      slots[slot] = size + 1;
      if ((size + 1) * 4 === keys.length) {
        size++;
        grow();
        return size - 1;
      }
      return size++;
    },
  };
}

function hashOf(words: Uint32Array, at: number, seed: number): number {
  let hash = seed;
  for (let word = 0; word < 4; word++) {
    hash = Math.imul(hash ^ (words[at + word] ?? 0), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash ^ (hash >>> 13);
}
