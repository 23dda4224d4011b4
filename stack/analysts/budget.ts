/** Hourly query limits of one account. */
export interface Allowance {
  readonly queries: number;
  readonly seconds: number;
}

/**
 * Counts queries and their run time per account and clock hour, like ClickHouse's quotas, which are lost when the
 * engine ends.
 */
export interface Budget {
  /** Counts a query that starts. Returns false, and counts nothing, if the hour's allowance is exhausted. */
  begin(key: string, allowance: Allowance): boolean;
  spend(key: string, seconds: number): void;
  seconds(key: string): number;
}

const hourMs = 3_600_000;

export function createBudget(now: () => number): Budget {
  let hour = 0;
  const used = new Map<string, { queries: number; seconds: number }>();
  const of = (key: string) => {
    const current = Math.floor(now() / hourMs);
    if (current !== hour) used.clear();
    hour = current;
    return used.get(key) ?? { queries: 0, seconds: 0 };
  };
  return {
    begin(key, allowance) {
      const { queries, seconds } = of(key);
      if (queries >= allowance.queries || seconds >= allowance.seconds) return false;
      used.set(key, { queries: queries + 1, seconds });
      return true;
    },
    spend(key, spent) {
      const { queries, seconds } = of(key);
      used.set(key, { queries, seconds: seconds + spent });
    },
    seconds: (key) => of(key).seconds,
  };
}
