import { endedHolders, endHolders, writeHolder } from "../slots/holders.ts";
import { forgetUsed } from "../spool/usedVisits.ts";

/** The id under which a listener leases visits. */
export interface Holder {
  /** Returns the id. Throws file system errors; the listener must then lease no visits. */
  id(): string;
  /** Replaces an id that Postgres has ended. */
  replace(): void;
  /** Deletes stored data about former leases; must be called only when no lease is held. Never throws. */
  tidy(): void;
}

export interface HolderSettings {
  /** Returns the folder of the listener's slot in the spool. Throws while there is none. */
  readonly folder: () => string;
  readonly survivesPowerLoss: boolean;
  readonly newId: () => string;
}

export function createHolder({ folder, survivesPowerLoss, newId }: HolderSettings): Holder {
  let present: string | null = null;
  return {
    id() {
      if (present !== null) return present;
      const id = newId();
      writeHolder(folder(), id, survivesPowerLoss);
      return (present = id);
    },
    replace() {
      endHolders(folder());
      present = null;
    },
    tidy() {
      if (present === null) return;
      try {
        if (endedHolders(folder()).length === 0) forgetUsed(folder());
      } catch {
        // The file remains and is read again later.
      }
    },
  };
}
