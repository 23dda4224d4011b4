import { isUnavailable } from "@hoplog/platform/clickhouse/unavailable.js";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { UnavailableError } from "@hoplog/schema/errors.js";
import { createBackoff } from "@hoplog/platform/retry/retry.js";

/**
 * How long ClickHouse may be unreachable before queries fail (ms): it restarts when its users change, which takes a
 * busy machine more than three seconds.
 */
const briefMs = 5000;

const unavailable = "The analytics database is unavailable. Please try again in a moment.";

/** Time since when each ClickHouse is unreachable; missing while it responds. */
const unreachableSince = new WeakMap<ClickHouseClient, number>();

/**
 * Runs a query and retries it during a brief outage of ClickHouse. Throws UnavailableError in a longer outage, which
 * each further query then reports without waiting again. Only for queries that may run twice.
 */
export async function retryBriefOutage<T>(clickhouse: ClickHouseClient, query: () => Promise<T>): Promise<T> {
  const backoff = createBackoff(40, 250);
  for (;;) {
    try {
      const answer = await query();
      unreachableSince.delete(clickhouse);
      return answer;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      const now = performance.now();
      const since = unreachableSince.get(clickhouse) ?? now;
      unreachableSince.set(clickhouse, since);
      if (now - since > briefMs) throw new UnavailableError(unavailable, error);
      await backoff.pause(new AbortController().signal);
    }
  }
}
