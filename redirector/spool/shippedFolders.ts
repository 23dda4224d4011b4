import { readdirSync } from "node:fs";
import type { EventLog } from "@hoplog/platform/log/port.js";
import type { FileLock } from "../slots/lock.ts";
import { slotFolders } from "@hoplog/platform/spool/slotFolders.js";
import { tryOwn, tryShipFrom } from "../slots/slots.ts";
import { chunkOf } from "@hoplog/platform/spool/chunkNames.js";
import { shipChunks, type Shipped, type ShipSettings } from "./ship.ts";
import { adoptChunks } from "./spoolFile.ts";
import { hasTally, logUnsettled } from "./tallyFile.ts";

export const emptyShipment: Shipped = { chunks: 0, clicks: 0, tornBytes: 0, unreadableBytes: 0, stuck: 0 };

/**
 * Ships the folders of one process, each under a lock, so that only one process at a time ships a chunk, even if
 * several share the spool.
 */
export function createShippedFolders(settings: ShipSettings) {
  const { spool: parent, logger } = settings;
  const complain = logUnsettled(logger);
  const locks = new Map<string, FileLock>();
  let own: ReadonlySet<string> = new Set();

  async function shipFrom(folder: string, log: EventLog): Promise<Shipped> {
    if (!locks.has(folder)) {
      const lock = tryShipFrom(folder);
      if (!lock) return emptyShipment;
      locks.set(folder, lock);
    }
    return shipChunks(folder, log, settings);
  }

  /**
   * Gives the files of a dead owner their final names. Returns false if the owner is alive or on an error, so that
   * other folders are still shipped.
   */
  function adopted(folder: string): boolean {
    const isOwnerless = folder === parent;
    const lock = isOwnerless ? null : tryOwn(folder);
    if (!lock && !isOwnerless) return false;
    try {
      const { tallies, unsettled } = adoptChunks(folder);
      complain(unsettled);
      settings.onTallies?.(tallies);
      return true;
    } catch (error) {
      complain([{ file: folder, error }]);
      return false;
    } finally {
      lock?.release();
    }
  }

  function releaseLock(folder: string): void {
    locks.get(folder)?.release();
    locks.delete(folder);
  }

  return {
    /** Sets the folders of this process's running listeners. */
    setOwn(folders: readonly string[]): void {
      own = new Set(folders);
    },

    /** Ships the closed chunks of this process's listeners. Rejects if the append fails. */
    async shipOwn(log: EventLog): Promise<Shipped> {
      let total = emptyShipment;
      for (const folder of own) total = added(total, await shipFrom(folder, log));
      return total;
    },

    /**
     * Ships chunks that no other process will: in slots whose owner has died, and in the spool folder itself, where a
     * restore puts them.
     */
    async shipLeft(log: EventLog): Promise<Shipped> {
      let total = emptyShipment;
      for (const folder of [parent, ...slotFolders(parent)]) {
        if (own.has(folder)) continue;
        if (hasChunks(folder) && adopted(folder)) total = added(total, await shipFrom(folder, log));
        else releaseLock(folder);
      }
      return total;
    },
  };
}

function hasChunks(folder: string): boolean {
  try {
    return readdirSync(folder).some((file) => chunkOf(file) !== null) || hasTally(folder);
  } catch {
    // The folder was deleted since the listing.
    return false;
  }
}

export function added(a: Shipped, b: Shipped): Shipped {
  return {
    chunks: a.chunks + b.chunks,
    clicks: a.clicks + b.clicks,
    tornBytes: a.tornBytes + b.tornBytes,
    unreadableBytes: a.unreadableBytes + b.unreadableBytes,
    stuck: a.stuck + b.stuck,
  };
}
