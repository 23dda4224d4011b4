import type { Logger } from "@hoplog/platform/logging/logger.js";
import { type Slot, takeSlot } from "../slots/slots.ts";
import { adoptChunks } from "./spoolFile.ts";
import type { SettledTallies } from "./tallyFile.ts";

/** Where one process writes its chunks: a slot that it alone has, taken when there is room on the disk for one. */
export function createSpoolFolder(
  parent: string,
  logger: Logger,
  onTaken: (folder: string, tallies: SettledTallies) => void,
) {
  let slot: Slot | null = null;

  /** Throws while no slot can be taken. */
  function folder(): string {
    if (slot) return slot.folder;
    slot = takeSlot(parent);
    const { chunks, tallies } = adoptChunks(slot.folder);
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
