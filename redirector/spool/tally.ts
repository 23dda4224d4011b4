import path from "node:path";
import { linkSize } from "@hoplog/schema/topics/clickBatch/layout.js";
import { type Source, sourceOf } from "@hoplog/schema/topics/clickBatch/byteTable.js";
import { quarterMs } from "@hoplog/schema/topics/clickBatch/requests.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { frameHeader } from "./chunk.ts";
import { addRecords, type RecordSink } from "./readRecords.ts";
import type { Reserve } from "./reserve.ts";
import { readTally, type TallyEntry, tallyIds, tallyName } from "@hoplog/platform/spool/tallies.js";
import { chunkOfTally, logUnsettled, openTallyFile, removeTally, type TallyFile } from "./tallyFile.ts";

/**
 * Counts answered requests that are not on the disk, by link and quarter of an hour. The counts are stored in a piece
 * of the reserve, so that they survive the end of the process although the requests don't.
 */
export interface Tally {
  /** Adds the records of a frame and saves the counts to the disk. Never throws. */
  add(frame: Buffer): void;
  /**
   * Subtracts the records of a frame that was written after all, in memory only; the caller must then call {@link
   * save}. Never throws.
   */
  retract(frame: Buffer): void;
  /** Writes the counts to the disk. Never throws. */
  save(): void;
  isEmpty(): boolean;
  /** Id of the file for the counts; null while there is none. */
  id(): string | null;
  /** Total number of counted requests. */
  requests(): number;
  /** Writes the counts to a chunk and resets them. Throws file system errors. */
  moveToChunk(): void;
}

export interface TallySettings {
  /** Returns the slot's folder. Throws while there is none. */
  readonly folder: () => string;
  /** Provides the file for the counts: the reserve's last piece. */
  readonly reserve: Pick<Reserve, "take" | "release">;
  readonly survivesPowerLoss: boolean;
  /** Called when the counts are in a new file. */
  readonly onOpened: () => void;
  readonly newId: () => string;
  readonly logger: Logger;
}

/** Maximum number of counters; requests of further links are counted without a link. */
const maxLinks = 10_000;

const noLink = new Uint8Array(linkSize);

interface Counted {
  readonly index: number;
  readonly link: Uint8Array;
  readonly at: number;
  count: number;
}

export function createTally({ folder, reserve, survivesPowerLoss, onOpened, newId, logger }: TallySettings): Tally {
  const counted = new Map<string, Counted>();
  const changed = new Set<Counted>();
  const complain = logUnsettled(logger);
  let file: TallyFile | null = null;
  let isOnDisk = true;

  function count(link: Uint8Array, at: number, added: number): void {
    const quarter = Math.floor(at / quarterMs) * quarterMs;
    const key = `${quarter} ${Buffer.from(link).toString("latin1")}`;
    const known = counted.get(key);
    if (known) {
      known.count += added;
      changed.add(known);
    } else if (counted.size < maxLinks || link === noLink) {
      const one = { index: counted.size, link, at: quarter, count: added };
      counted.set(key, one);
      changed.add(one);
    } else count(noLink, at, added);
  }

  /** Creates a sink that adds `sign` to the counter of each record. */
  function sinkOf(sign: 1 | -1): RecordSink {
    const ofLink = ({ bytes }: Source, start: number): Uint8Array =>
      start < 0 ? noLink : Uint8Array.from(bytes.subarray(start, start + linkSize));
    return {
      clicks: () => 0,
      misses: () => 0,
      idsFrom: () => {},
      truncate: () => {},
      addClick: (source, { linkStart, at }) => count(ofLink(source, linkStart), at, sign),
      addMiss: (source, { linkStart, at }) => count(ofLink(source, linkStart), at, sign),
      addDropped: (source, linkStart, at, dropped) => count(ofLink(source, linkStart), at, sign * dropped),
    };
  }
  const [adding, retracting] = [sinkOf(1), sinkOf(-1)];

  /** Opens a piece of the reserve. If none is left, continues the file of an ended process. */
  function openFile(): TallyFile | null {
    const id = newId();
    if (reserve.take(tallyName(id), true)) {
      try {
        return openTallyFile(folder(), id);
      } catch (error) {
        reserve.release(tallyName(id));
        throw error;
      }
    }
    const left = abandonedTally();
    if (left === null) return null;
    // Steps that may fail are first, because the file's counts must be added only once.
    const opened = openTallyFile(folder(), left.id);
    const present = [...counted.values()];
    counted.clear();
    for (const { link, at, count: already } of left.entries) count(link, at, already);
    for (const { link, at, count: already } of present) count(link, at, already);
    return opened;
  }

  /** Returns the oldest readable tally of an ended process; null if there is none. */
  function abandonedTally(): { readonly id: string; readonly entries: readonly TallyEntry[] } | null {
    for (const id of tallyIds(folder())) {
      try {
        return { id, entries: readTally(folder(), id) };
      } catch (error) {
        complain([{ file: path.join(folder(), tallyName(id)), error }]);
      }
    }
    return null;
  }

  function openNewFile(): TallyFile {
    file = openFile();
    if (file === null) throw new Error("the spool has no reserved file left for request counts");
    onOpened();
    return file;
  }

  function save(): void {
    try {
      const present = file ?? openNewFile();
      for (const one of changed) present.write(one.index, one);
      if (survivesPowerLoss) present.sync();
      changed.clear();
      isOnDisk = true;
    } catch (error) {
      if (isOnDisk) logger.error({ err: error }, "dropped clicks are only counted in memory");
      isOnDisk = false;
    }
  }

  function addFrame(sink: RecordSink, frame: Buffer): void {
    addRecords(sink, sourceOf(frame), frameHeader, frame.length);
  }

  return {
    add(frame) {
      addFrame(adding, frame);
      save();
    },
    save,
    retract: (frame) => addFrame(retracting, frame),
    isEmpty: () => counted.size === 0,
    id: () => file?.id ?? null,
    requests: () => [...counted.values()].reduce((sum, one) => sum + one.count, 0),
    moveToChunk() {
      const entries: TallyEntry[] = [...counted.values()].filter(({ count: requests }) => requests > 0);
      const id = file?.id ?? newId();
      if (entries.length > 0) chunkOfTally(folder(), id, entries);
      else if (file) removeTally(folder(), id);
      file?.close();
      file = null;
      isOnDisk = true;
      counted.clear();
      changed.clear();
    },
  };
}
