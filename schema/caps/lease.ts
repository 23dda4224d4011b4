import { z } from "zod";

/**
 * Postgres' reply to a request for visits of a cap. `granted`: some visits; `leased`: visits remain, but others have
 * leased all of them; `used up`: none remain; `ended`: the holder has been ended; `unknown`: the link has no such cap,
 * or no longer has it.
 */
export const leaseStates = ["granted", "leased", "used up", "ended", "unknown"] as const;

export const leaseRowSchema = z.object({ state: z.enum(leaseStates), granted: z.int().nonnegative() });

/**
 * Leases visits: `$1` the lease's id, `$2` the holder's id, `$3` the holder's host, `$4` the link, `$5` the number of
 * its cap, `$6` how many visitors are waiting, `$7` how many more may arrive. The migrations of api create the
 * functions.
 */
export const leaseQuery = "SELECT state, granted FROM lease_visits($1, $2, $3, $4, $5, $6, $7)";

/** Ends the lease `$1`, of which `$2` visits were used. */
export const settleQuery = "SELECT settle_lease($1, $2)";

/** Ends the holder `$1`, which gets no more visits, and returns its leases. */
export const endHolderQuery = "SELECT lease, visits FROM end_holder($1)";

export const heldLeaseSchema = z.object({ lease: z.uuid(), visits: z.int().positive() });
export type HeldLease = z.output<typeof heldLeaseSchema>;
