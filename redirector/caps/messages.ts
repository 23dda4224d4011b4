import { leaseStates } from "@hoplog/schema/caps/lease.js";
import { z } from "zod";

/** A listener wants visits of a link's cap. The same again, by its id, grants nothing more. */
export const leaseRequestSchema = z.object({
  lease: z.string(),
  holder: z.string(),
  linkId: z.string(),
  cap: z.number(),
  /** People who wait, and people who may come. */
  waiting: z.number(),
  ahead: z.number(),
});

export type LeaseRequest = z.output<typeof leaseRequestSchema>;

/** `busy`: Postgres was not asked. `uncertain`: it has not answered, and perhaps has granted them all the same. */
export const leaseAnswerSchema = z.object({
  state: z.enum([...leaseStates, "busy", "uncertain"]),
  granted: z.number(),
});

export type LeaseAnswer = z.output<typeof leaseAnswerSchema>;

export const settlementSchema = z.object({ lease: z.string(), used: z.number() });

export type Settlement = z.output<typeof settlementSchema>;

/** Where visits are leased. Nothing of it rejects. */
export interface LeaseSource {
  lease(request: LeaseRequest): Promise<LeaseAnswer>;
  /** False where Postgres could not be told: it is to be tried again. */
  settle(settlement: Settlement): Promise<boolean>;
}
