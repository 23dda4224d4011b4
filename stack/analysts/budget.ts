/** What one account may use up in an hour. */
export interface Allowance {
  readonly queries: number;
  readonly seconds: number;
}

/** Counts queries and their seconds by account and by whole hours, as ClickHouse's quotas do, which end with the engine. */
export interface Budget {
  /** Counts a query that begins. False where the hour's allowance is used up; nothing is counted then. */
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
