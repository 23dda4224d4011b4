import type { ClickHouseClient } from "@clickhouse/client";
import { UnavailableError } from "@hoplog/schema/errors.js";
import { createBackoff } from "@hoplog/platform/retry/backoff.js";

/** ClickHouse may be away for so long before its questions fail: it starts again when its users change. */
const briefMs = 2500;
const connectionCodes = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE"]);

const away = "The analytics database can't be asked just now. Please try again in a moment.";

/** When each ClickHouse was first missed; nothing while it answers. */
const missedSince = new WeakMap<ClickHouseClient, number>();

/**
 * Asks again while ClickHouse has just gone away and may be back at once. One that stays away is not waited for anew
 * by every question: then UnavailableError is thrown. Only for what may be asked twice.
 */
export async function despiteBriefAbsence<T>(clickhouse: ClickHouseClient, ask: () => Promise<T>): Promise<T> {
  const backoff = createBackoff(40, 250);
  for (;;) {
    try {
      const answer = await ask();
      missedSince.delete(clickhouse);
      return answer;
    } catch (error) {
      if (!isAbsence(error)) throw error;
      const now = performance.now();
      const since = missedSince.get(clickhouse) ?? now;
      missedSince.set(clickhouse, since);
      if (now - since > briefMs) throw new UnavailableError(away, error);
      await backoff.pause(new AbortController().signal);
    }
  }
}

function isAbsence(error: unknown): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && connectionCodes.has(error.code);
}
