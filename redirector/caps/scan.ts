import { readdirSync } from "node:fs";
import path from "node:path";
import { uuidText } from "@hoplog/schema/uuid.js";
import { errorCode } from "@hoplog/platform/process/errorCode.js";
import { chunkOf } from "@hoplog/platform/spool/chunkNames.js";
import { readFrames } from "../spool/readFrames.ts";
import { frameStart, frameVersion, leasedVisitAt } from "../spool/record.ts";
import { raise, readUsed, type UsedVisits } from "../spool/usedVisits.ts";

/**
 * Finds the leased visits used by earlier owners of a slot, in its complete chunks and then in those already shipped.
 * Chunks are read first, because shipping one stores its used visits before deleting it. Blocks its thread.
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

/** Reads the used visits of a chunk; returns false if it can't be read to its end. */
function scanChunk(file: string, highest: Map<string, number>): boolean {
  try {
    const { isDamaged } = readFrames(file, ({ bytes, view }, start, end) => {
      const visit = bytes[start] === frameVersion ? leasedVisitAt(bytes, view, start + frameStart, end) : null;
      if (visit) raise(highest, uuidText(visit.lease), visit.number);
      return true;
    });
    return !isDamaged;
  } catch (error) {
    // ENOENT: the chunk was shipped in the meantime.
    return errorCode(error) === "ENOENT";
  }
}
