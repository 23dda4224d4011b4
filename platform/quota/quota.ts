/** Counts the units that each key holds, up to `max`. */
export interface Quota {
  /**
   * Takes a unit and returns a function that releases it, which has no effect when called again; null if the key
   * already holds `max`.
   */
  take(key: string): (() => void) | null;
}

export function createQuota(max: number): Quota {
  const inUse = new Map<string, number>();
  return {
    take(key) {
      const now = inUse.get(key) ?? 0;
      if (now >= max) return null;
      inUse.set(key, now + 1);
      let given = false;
      return () => {
        if (given) return;
        given = true;
        const left = (inUse.get(key) ?? 1) - 1;
        if (left > 0) inUse.set(key, left);
        else inUse.delete(key);
      };
    },
  };
}
