import type { Logger } from "@hoplog/platform/logging/logger.js";
import { type FindPlace, openPlaces } from "@hoplog/platform/visitor/locator.js";
import { bunRuntime } from "../transport/bunRuntime.ts";

/** Where visitors are, read when a link first asks for it. */
export interface Places {
  /** Null until it has been read. */
  find(): FindPlace | null;
  /**
   * Resolves, and never rejects, when it is there or can't be read; null where it is there already, or could not be read a
   * moment ago: nobody knows then where visitors are.
   */
  opening(): Promise<void> | null;
  /** Whether it could not be read when it was last tried. */
  isUnreadable(): boolean;
}

/** After a failure nobody tries again for so long. */
const cooldownMs = 60_000;

/** On Bun the listeners of a machine share the files' pages; on Node each has a copy of its own (130 MB). */
export function createPlaces(logger: Logger, now: () => number): Places {
  const bun = bunRuntime();
  let find: FindPlace | null = null;
  let opening: Promise<void> | null = null;
  let failedAt: number | null = null;

  async function open(): Promise<void> {
    try {
      find = await openPlaces(bun ? (path) => bun.mmap(path) : undefined);
    } catch (error) {
      failedAt = now();
      logger.error({ err: error }, "ALARM: places can't be read: rules that ask where a visitor is match nobody");
    } finally {
      opening = null;
    }
  }

  return {
    find: () => find,
    opening: () => (find || now() - (failedAt ?? -Infinity) < cooldownMs ? null : (opening ??= open())),
    isUnreadable: () => find === null && failedAt !== null,
  };
}
