import { type CompiledPlan, compilePlan } from "@hoplog/platform/plans/compile.js";
import { decodePlan } from "@hoplog/schema/links/options/plan.js";
import { idsAt, urlAt, urlEndOf } from "@hoplog/schema/topics/links/record.js";
import { LRUCache } from "lru-cache";

export interface KnownPlan {
  readonly plan: CompiledPlan;
  /** The link's own. */
  readonly url: string;
}

/** The plan of the record that stands there; null for one that can't be read, or asks for what this version can't do. */
export type PlanOf = (record: Buffer, start: number, end: number) => KnownPlan | null;

/** What the plans that are kept may take, in bytes. */
const maxBytes = 64 * 1024 * 1024;

/** A compiled plan takes 5.2 times its bytes on the heap (5,000 plans of 0.8 and 3.8 kB, on Node and on Bun, 2026-11-23). */
const bytesPerByte = 5.5;
const bytesAtLeast = 1024;

interface Kept {
  readonly known: KnownPlan | null;
  readonly bytes: number;
}

/**
 * Each plan is compiled when it is first needed; the one that has not been asked for longest makes room. A plan that is read
 * anew costs ten times what deciding by it does: as many as fit are kept, which two generations would halve.
 */
export function createKnownPlans(): PlanOf {
  const kept = new LRUCache<string, Kept>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes });
  return (record, start, end) => {
    // Checksum, state, revision and the link's id: what tells this plan from all others.
    const key = record.toString("latin1", start + 1, start + idsAt + 16);
    const present = kept.get(key);
    if (present) return present.known;
    const urlEnd = urlEndOf(record, start);
    const plan = compiled(record.subarray(urlEnd, end));
    const url = record.toString("latin1", start + urlAt, urlEnd);
    const known = plan && { plan, url };
    kept.set(key, { known, bytes: bytesAtLeast + Math.ceil((end - urlEnd) * bytesPerByte) + url.length });
    return known;
  };
}

function compiled(plan: Uint8Array): CompiledPlan | null {
  try {
    return compilePlan(decodePlan(plan));
  } catch {
    return null;
  }
}
