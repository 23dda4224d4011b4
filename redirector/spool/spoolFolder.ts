import type { Logger } from "@hoplog/platform/logging/logger.js";
import { type Slot, takeSlot } from "../slots/slots.ts";
import { type Adopted, adoptChunks } from "./spoolFile.ts";
import { logUnsettled, type SettledTallies } from "./tallyFile.ts";

/**
 * Manages the folder to which one process writes its chunks: a slot that the process owns exclusively, taken once the
 * disk has space.
 */
export function createSpoolFolder(
  parent: string,
  logger: Logger,
  onTaken: (folder: string, tallies: SettledTallies) => void,
) {
  const complain = logUnsettled(logger);
  let slot: Slot | null = null;

  /**
   * Adopts chunks of an earlier process. On failure they are shipped after this process has ended, because new clicks
   * must still be written.
   */
  function adopt(taken: string): Adopted {
    try {
      return adoptChunks(taken);
    } catch (error) {
      logger.error({ err: error, folder: taken }, "cannot ship clicks that an earlier process left in the spool");
      return { chunks: 0, tallies: [], unsettled: [] };
    }
  }

  /** Returns the slot's folder. Throws while no slot can be taken. */
  function folder(): string {
    if (slot) return slot.folder;
    slot = takeSlot(parent);
    const { chunks, tallies, unsettled } = adopt(slot.folder);
    complain(unsettled);
    if (chunks > 0)
      logger.info({ chunks, folder: slot.folder }, "shipping clicks that an earlier process left in the spool");
    onTaken(slot.folder, tallies);
    return slot.folder;
  }

  return {
    folder,
    /**
     * Tries once to take a slot, so that chunks left by an earlier process are shipped even before the first click
     * arrives.
     */
    take(): void {
      try {
        folder();
      } catch (error) {
        logger.error({ err: error }, "the disk has no space for the spool: storing clicks in memory");
      }
    },
  };
}
