import type { Clock, Logs } from "./capabilities.ts";

/** Items whose work failed: the others come first, and a failed one is tried again after a while. */
export interface Postponed {
  /** Ids of what is not to be tried just now. */
  ids(): readonly string[];
  /** Logs a failure with the item's id, which is left out from now on. */
  add(id: string, error: unknown): void;
  /** Does the work for one item, and adds it if that fails. */
  attempt(id: string, work: () => Promise<unknown>): Promise<void>;
}

/** In memory: another process, or this one after a restart, tries each at once. `what` begins the line in the log. */
export function createPostponed({ logger, now }: Logs & Clock, what: string, pauseMs = 60_000): Postponed {
  const untilById = new Map<string, number>();
  function add(id: string, error: unknown): void {
    untilById.set(id, now().getTime() + pauseMs);
    logger.error({ err: error, id }, `${what} and will be tried again`);
  }
  return {
    ids() {
      const time = now().getTime();
      for (const [id, until] of untilById) if (until <= time) untilById.delete(id);
      return [...untilById.keys()];
    },
    add,
    async attempt(id, work) {
      try {
        await work();
      } catch (error) {
        add(id, error);
      }
    },
  };
}
