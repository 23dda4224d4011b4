import {
  endHolderQuery,
  heldLeaseSchema,
  type HeldLease,
  leaseQuery,
  leaseRowSchema,
  settleQuery,
} from "@hoplog/schema/caps/lease.js";
import { withTimeout } from "@hoplog/platform/retry/withTimeout.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { Pool } from "pg";
import type { LeaseSource } from "./messages.ts";

export interface Leases extends LeaseSource {
  /**
   * Ends a holder, so that it gets no more leases, and lists the leases that it holds. Rejects if Postgres can't be
   * reached.
   */
  end(holder: string): Promise<HeldLease[]>;
}

export interface LeaseLimits {
  /** Maximum number of concurrent queries; further ones are refused. */
  readonly maxConcurrent: number;
  /** Milliseconds after a failed query during which no other query is sent. */
  readonly cooldownMs: number;
  readonly timeoutMs: number;
}

/** Default limits of one redirector. Each of its listeners requests at most one lease at a time per cap. */
export const defaultLeaseLimits: LeaseLimits = { maxConcurrent: 200, cooldownMs: 250, timeoutMs: 1500 };

/** Leases visits from Postgres. `host` identifies this machine to operators. */
export function createLeases(
  pool: Pick<Pool, "query">,
  host: string,
  limits: LeaseLimits,
  logger: Logger,
  now: () => number,
): Leases {
  let underWay = 0;
  let cooldownUntil = 0;

  const isBusy = (): boolean => now() < cooldownUntil || underWay >= limits.maxConcurrent;

  async function query(name: string, text: string, values: readonly unknown[]): Promise<unknown[]> {
    underWay++;
    try {
      const answer = pool.query<Record<string, unknown>>({ name, text, values: [...values] });
      return (await withTimeout(limits.timeoutMs, answer, `Postgres did not answer within ${limits.timeoutMs} ms`))
        .rows;
    } catch (error) {
      cooldownUntil = now() + limits.cooldownMs;
      logger.warn({ err: error }, "cannot lease or settle visits of links with maxClicks");
      throw error;
    } finally {
      underWay--;
    }
  }

  return {
    async lease({ lease, holder, linkId, cap, waiting, ahead }) {
      if (isBusy()) return { state: "busy", granted: 0 };
      try {
        const rows = await query("lease_visits", leaseQuery, [lease, holder, host, linkId, cap, waiting, ahead]);
        return leaseRowSchema.parse(rows[0]);
      } catch {
        return { state: "uncertain", granted: 0 };
      }
    },
    async settle({ lease, used }) {
      if (isBusy()) return false;
      try {
        await query("settle_lease", settleQuery, [lease, used]);
        return true;
      } catch {
        return false;
      }
    },
    async end(holder) {
      const rows = await query("end_holder", endHolderQuery, [holder]);
      return rows.map((row) => heldLeaseSchema.parse(row));
    },
  };
}
