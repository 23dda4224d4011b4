import type { ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { dayOf } from "../visitors/day.ts";
import type { Salts } from "../visitors/salts.ts";
import { writeVisitor } from "../visitors/visitorHash.ts";
import type { KnownAgent } from "./enrichment.ts";
import type { Places } from "./places.ts";

/** The days that a batch's clicks are from; seldom more than one. */
export function daysOf(batch: ClickBatch): number[] {
  let [first, last] = [Infinity, -Infinity];
  for (const offset of batch.at) {
    if (offset < first) first = offset;
    if (offset > last) last = offset;
  }
  if (first > last) return [];
  const day = dayOf(batch.base + first);
  return Array.from({ length: dayOf(batch.base + last) - day + 1 }, (_, i) => day + i);
}

/** 8 bytes a click. Equal for equal address, user agent and day; hashed once for each such triple. */
export function visitorsOf(
  batch: ClickBatch,
  places: Places,
  agents: readonly KnownAgent[],
  agentRows: Uint32Array,
  salts: Salts,
): Uint8Array {
  const firstDay = dayOf(batch.base);
  const firstRows = new Map<number, number>();
  const out = new Uint8Array(batch.size * 8);
  const view = new DataView(out.buffer);
  for (let i = 0; i < batch.size; i++) {
    const [placeRow, agentRow] = [places.rows[i] ?? 0, agentRows[i] ?? 0];
    const day = dayOf(batch.base + (batch.at[i] ?? 0));
    const triple = ((day - firstDay) * places.items.length + placeRow) * agents.length + agentRow;
    const firstRow = firstRows.get(triple);
    if (firstRow !== undefined) {
      out.copyWithin(i * 8, firstRow * 8, firstRow * 8 + 8);
      continue;
    }
    const [salt, place, agent] = [salts.get(day), places.items[placeRow], agents[agentRow]];
    if (!salt || !place || !agent) throw new RangeError(`no salt for day ${day}`);
    writeVisitor(salt, batch.addresses, place.at, agent.digest, view, i * 8);
    firstRows.set(triple, i);
  }
  return out;
}
