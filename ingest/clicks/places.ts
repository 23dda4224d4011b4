import type { ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { addressKey } from "../places/address.ts";
import type { Place } from "../places/locator.ts";
import type { Enrichment } from "./enrichment.ts";

export interface Places {
  /** One for each distinct address, with where it stands in the batch's addresses. */
  readonly items: readonly { readonly at: number; readonly place: Place }[];
  readonly rows: Uint32Array;
}

export function placesOf(batch: ClickBatch, enrichment: Enrichment): Places {
  const addresses = Buffer.from(batch.addresses.buffer, batch.addresses.byteOffset, batch.addresses.byteLength);
  const numbers = new Map<number | string, number>();
  const items: { at: number; place: Place }[] = [];
  const rows = new Uint32Array(batch.size);
  for (let i = 0; i < batch.size; i++) {
    const key = addressKey(addresses, i * 16);
    let number = numbers.get(key);
    if (number === undefined) {
      number = items.push({ at: i * 16, place: enrichment.place(addresses, i * 16) }) - 1;
      numbers.set(key, number);
    }
    rows[i] = number;
  }
  return { items, rows };
}
