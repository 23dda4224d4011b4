import { z } from "zod";

/**
 * What Postgres says to somebody who wants visits of a cap: `granted` some; `leased`: there are some left, all of them with
 * others; `used up`; `ended`: the holder has been ended; `unknown`: the link has no such cap (any more).
 */
export const leaseStates = ["granted", "leased", "used up", "ended", "unknown"] as const;

export const leaseRowSchema = z.object({ state: z.enum(leaseStates), granted: z.int().nonnegative() });

/**
 * Leases visits: `$1` the lease's id, `$2` its holder's, `$3` the host that the holder is on, `$4` the link, `$5` the number of
 * its cap, `$6` how many people wait, `$7` how many more may come. The functions are made by api's migrations.
 */
export const leaseQuery = "SELECT state, granted FROM lease_visits($1, $2, $3, $4, $5, $6, $7)";

/** Ends the lease `$1`, of which `$2` visits were used. */
export const settleQuery = "SELECT settle_lease($1, $2)";

/** The holder `$1` gets no more visits; gives what it has leased. */
export const endHolderQuery = "SELECT lease, visits FROM end_holder($1)";

export const heldLeaseSchema = z.object({ lease: z.uuid(), visits: z.int().positive() });
export type HeldLease = z.output<typeof heldLeaseSchema>;
