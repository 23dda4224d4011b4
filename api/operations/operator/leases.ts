import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { authorize } from "../../kernel/access/authorize.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { leaseIsOverdue } from "../../links/core/visitsLeft.ts";
import { isId, time } from "./find.ts";
import { type Operator, operatorOrigin, type OperatorServices } from "./operator.ts";

/** A redirector's listener that holds leases but is disconnected. */
export interface DisconnectedHolder {
  readonly id: string;
  readonly host: string;
  readonly leases: number;
  readonly visits: number;
  /** Time at which the holder's oldest lease was granted. */
  readonly since: string;
}

/** Lists holders that have held visits for more than a minute, longest first. */
export async function listHolders(
  { orm }: OperatorServices,
  by: Operator,
  limit: number,
): Promise<DisconnectedHolder[]> {
  authorize(by, "leases:read", { type: "installation" });
  return rowsOf<DisconnectedHolder>(
    orm.em.fork(),
    sql`SELECT holder.id, host, count(*)::int AS leases, sum(visits)::float8 AS visits, ${raw(time("min(granted_at)"))} AS since
     FROM visit_lease JOIN lease_holder AS holder ON holder.id = holder_id WHERE ${leaseIsOverdue}
     GROUP BY holder.id ORDER BY min(granted_at), holder.id LIMIT ${limit}`,
  );
}

export interface LostHolder {
  readonly id: string;
  readonly host: string;
  /** Number of leased visits that now count as used. */
  readonly visits: number;
}

/**
 * Ends the listeners of a host, or one by its id: they get no more visits, and their leased visits count as used. A
 * listener that is still running continues as a new one. Returns those that had not ended or had leased visits.
 */
export async function declareLost(services: OperatorServices, by: Operator, which: string): Promise<LostHolder[]> {
  authorize(by, "leases:write", { type: "installation" });
  const wanted = which.trim();
  return services.eventStore.unitOfWork(async (tx) => {
    // Locks all holders before it locks a cap, in the same order as lease requests.
    const holders = await rowsOf<{ id: string; host: string }>(
      tx,
      sql`SELECT id, host FROM lease_holder WHERE ${raw(isId(wanted) ? "id" : "host")} = ${wanted}
         AND (ended_at IS NULL OR EXISTS (SELECT FROM visit_lease WHERE holder_id = lease_holder.id))
       ORDER BY id FOR UPDATE`,
    );
    const ended: LostHolder[] = [];
    for (const { id, host } of holders) {
      const leases = await rowsOf<{ visits: number }>(tx, sql`SELECT visits FROM end_holder(${id})`);
      ended.push({ id, host, visits: leases.reduce((sum, { visits }) => sum + visits, 0) });
    }
    await execute(
      tx,
      sql`SELECT settle_lease(held.id, held.visits) FROM (
         SELECT id, visits FROM visit_lease WHERE holder_id = ANY (${holders.map(({ id }) => id)}::uuid[])
           ORDER BY link_id, cap_number) AS held`,
    );
    const origin = operatorOrigin(services, by);
    for (const { id, host, visits } of ended) {
      await services.eventStore.audit(tx, origin, {
        action: "DeclareRedirectorLost",
        resource: { type: "redirector", id },
        detail: { host, visits },
      });
    }
    return ended;
  });
}
