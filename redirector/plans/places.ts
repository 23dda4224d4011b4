import { createBoundedCache } from "@hoplog/platform/cache/boundedCache.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { VisitPlace } from "@hoplog/platform/plans/visit.js";
import { type FindPlace, openPlaces } from "@hoplog/platform/visitor/locator.js";

/** Finds the places of visitors. */
export interface Places {
  /**
   * Returns the place of a 16-byte address; empty if the tables can't be read, or could not be read within the last
   * {@link cooldownMs}.
   */
  find(address: Uint8Array): VisitPlace;
  /** Whether the last attempt to read the tables failed. */
  isUnreadable(): boolean;
}

const remembered = 10_000;
/** Milliseconds after a failure during which the tables are not read again. */
const cooldownMs = 60_000;
const nowhere: VisitPlace = { country: "", region: "", city: "" };

/** Opens the tables when a link's rule first needs a place. Caches places by address object. */
export function createPlaces(logger: Logger, now: () => number, open: () => FindPlace = openPlaces): Places {
  const found = createBoundedCache<Uint8Array, VisitPlace>(remembered);
  let opened: FindPlace | null = null;
  let failedAt: number | null = null;

  function lookUp(address: Uint8Array): VisitPlace {
    opened ??= open();
    return opened(address, 0);
  }

  return {
    find(address) {
      if (failedAt !== null && now() - failedAt < cooldownMs) return nowhere;
      try {
        const place = found.get(address, lookUp);
        failedAt = null;
        return place;
      } catch (error) {
        failedAt = now();
        logger.error(
          { err: error },
          "ALARM: cannot read the location database: rules that depend on the visitor's location match no visits",
        );
        return nowhere;
      }
    },
    isUnreadable: () => failedAt !== null,
  };
}
