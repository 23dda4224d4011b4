import type { Logger } from "@hoplog/platform/logging/logger.js";
import { type Slot, takeSlot } from "../slots/slots.ts";
import { type Adopted, adoptChunks } from "./spoolFile.ts";
import { logUnsettled, type SettledTallies } from "./tallyFile.ts";

/** Where one process writes its chunks: a slot that it alone has, taken when there is room on the disk for one. */
export function createSpoolFolder(
  parent: string,
  logger: Logger,
  onTaken: (folder: string, tallies: SettledTallies) => void,
) {
  const complain = logUnsettled(logger);
  let slot: Slot | null = null;

  /** What can't be taken over is shipped once this process has ended: it must not keep a click from being written. */
  function adopt(taken: string): Adopted {
    try {
      return adoptChunks(taken);
    } catch (error) {
      logger.error({ err: error, folder: taken }, "what an earlier process has left in the spool can't be shipped");
      return { chunks: 0, tallies: [], unsettled: [] };
    }
  }

  /** Throws while no slot can be taken. */
  function folder(): string {
    if (slot) return slot.folder;
    slot = takeSlot(parent);
    const { chunks, tallies, unsettled } = adopt(slot.folder);
    complain(unsettled);
    if (chunks > 0)
      logger.info({ chunks, folder: slot.folder }, "shipping what an earlier process has left in the spool");
    onTaken(slot.folder, tallies);
    return slot.folder;
  }

  return {
    folder,
    /** Tries once, so that what was left behind goes out before the first click comes. */
    take(): void {
      try {
        folder();
      } catch (error) {
        logger.error({ err: error }, "there is no place for the spool: clicks will be kept in memory");
      }
    },
  };
}
