import { lengthened, wordsOf } from "../native/bytes.ts";
import { createAddressTable } from "../places/addressTable.ts";
import type { Locator, Place } from "../places/locator.ts";
import { createKnownItems } from "./knownItems.ts";
import type { Found } from "./knownTexts.ts";
import { usedBy } from "./used.ts";

export type PlaceColumn = Exclude<keyof Place, "asn">;

/** Where addresses are, found out once for each and remembered across batches. The one word of a place is its asn. */
export interface KnownPlaces {
  /** `addresses` has 16 bytes a row. */
  find(addresses: Uint8Array): Found<PlaceColumn>;
}

/** Visitors come from any number of addresses: when more than `most` are known, all are forgotten. */
export function createKnownPlaces(locator: Locator, most: number): KnownPlaces {
  const fresh = () => ({
    addresses: createAddressTable(),
    /** By the number of the address: that of its place, plus one. Many addresses share a place. */
    places: new Uint32Array(1024),
    numbers: new Map<string, number>(),
    known: createKnownItems<PlaceColumn>(["country", "region", "city", "isp"], 1),
  });
  let memory = fresh();

  function placeOf(bytes: Uint8Array, at: number): number {
    const { asn, ...texts } = locator.locate(bytes, at);
    const key = JSON.stringify([asn, texts.isp, texts.country, texts.region, texts.city]);
    const number = memory.numbers.get(key) ?? memory.known.add({ texts, words: [asn] });
    memory.numbers.set(key, number);
    return number;
  }

  return {
    find(bytes) {
      if (memory.addresses.size() > most) memory = fresh();
      const { addresses, known } = memory;
      const words = wordsOf(bytes);
      const rows = new Uint32Array(words.length / 4);
      for (let i = 0; i < rows.length; i++) {
        const address = addresses.numberOf(words, i * 4);
        if (address >= memory.places.length) memory.places = lengthened(memory.places, memory.places.length * 2);
        let place = memory.places[address] ?? 0;
        if (place === 0) place = memory.places[address] = placeOf(bytes, i * 16) + 1;
        rows[i] = place - 1;
      }
      return { known, used: usedBy(rows, known.size()) };
    },
  };
}
