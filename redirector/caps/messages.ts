import { leaseStates } from "@hoplog/schema/caps/lease.js";
import { z } from "zod";

/**
 * A listener's request for visits of a link's cap. A repeated request with the same lease id grants no further visits.
 */
export const leaseRequestSchema = z.object({
  lease: z.string(),
  holder: z.string(),
  linkId: z.string(),
  cap: z.number(),
  /** Number of waiting visitors, and of visitors who may arrive soon. */
  waiting: z.number(),
  ahead: z.number(),
});

export type LeaseRequest = z.output<typeof leaseRequestSchema>;

/** `busy`: Postgres was not queried. `uncertain`: Postgres did not respond but may have granted the lease. */
export const leaseAnswerSchema = z.object({
  state: z.enum([...leaseStates, "busy", "uncertain"]),
  granted: z.number(),
});

export type LeaseAnswer = z.output<typeof leaseAnswerSchema>;

export const settlementSchema = z.object({ lease: z.string(), used: z.number() });

export type Settlement = z.output<typeof settlementSchema>;

/** Leases visits. No method rejects. */
export interface LeaseSource {
  lease(request: LeaseRequest): Promise<LeaseAnswer>;
  /** Settles a lease. Resolves with false if Postgres was not reached; the caller must retry. */
  settle(settlement: Settlement): Promise<boolean>;
}
