/** Counts what is held by key, up to `max` each. */
export interface Quota {
  /** Returns what gives it back, once however often it is called; null where the key holds `max` already. */
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
