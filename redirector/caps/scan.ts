import { readdirSync } from "node:fs";
import path from "node:path";
import { uuidText } from "@hoplog/schema/uuid.js";
import { errorCode } from "@hoplog/platform/process/errorCode.js";
import { chunkOf } from "@hoplog/platform/spool/chunkNames.js";
import { readFrames } from "../spool/readFrames.ts";
import { frameStart, frameVersion, leasedVisitAt } from "../spool/record.ts";
import { raise, readUsed, type UsedVisits } from "../spool/usedVisits.ts";

/**
 * What was used of leases by whoever wrote to a slot before: in its complete chunks, and in those that were shipped since. The
 * chunks first: one that goes meanwhile has left what it held behind. Blocks its thread.
 */
export function scanUsed(folder: string): UsedVisits {
  const highest = new Map<string, number>();
  let isUnknown = false;
  for (const name of readdirSync(folder)) {
    if (!chunkOf(name)?.closed) continue;
    if (!scanChunk(path.join(folder, name), highest)) isUnknown = true;
  }
  const shipped = readUsed(folder);
  for (const [lease, number] of shipped.highest) raise(highest, lease, number);
  return { highest, isUnknown: isUnknown || shipped.isUnknown };
}

/** False for a chunk that can't be read to its end. */
function scanChunk(file: string, highest: Map<string, number>): boolean {
  try {
    const { isDamaged } = readFrames(file, ({ bytes, view }, start, end) => {
      const visit = bytes[start] === frameVersion ? leasedVisitAt(bytes, view, start + frameStart, end) : null;
      if (visit) raise(highest, uuidText(visit.lease), visit.number);
      return true;
    });
    return !isDamaged;
  } catch (error) {
    // It was shipped meanwhile.
    return errorCode(error) === "ENOENT";
  }
}
