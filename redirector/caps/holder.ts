import { endedHolders, endHolders, writeHolder } from "../slots/holders.ts";
import { forgetUsed } from "../spool/usedVisits.ts";

/** The name under which a listener leases visits. */
export interface Holder {
  /** Throws what the disk says: then nothing may be leased. */
  id(): string;
  /** Postgres has ended it: from now on there is another. */
  replace(): void;
  /** Nothing is leased: what lies on the disk about former leases may go. Never throws. */
  tidy(): void;
}

export interface HolderSettings {
  /** Of the listener's slot in the spool. Throws while there is none. */
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
        // It stays, and is read once more.
      }
    },
  };
}
