import { sql } from "@hoplog/platform/postgres/sql.js";
import type { RunningWork } from "@hoplog/platform/retry/steps.js";
import type { EventMeta } from "@hoplog/schema/events/envelope.js";
import type { Ids, Logs } from "../../kernel/calls/capabilities.ts";
import { type DueWork, startDueWork } from "../../kernel/work/dueWork.ts";
import { checkDomain, type CheckServices } from "./checks.ts";

const pollMs = 5000;

/** Maximum number of concurrent checks: domains whose DNS servers never respond must not delay all others. */
const atOnce = 32;

/** Checks domains periodically, in one process at a time, until stopped. */
export function startDomainChecks(services: CheckServices & Ids & Logs, databaseUrl: string): RunningWork {
  return startDueWork({ ...services, databaseUrl }, { name: "hoplog domain checks", pollMs }, domainChecks(services));
}

/** Defines the work of checking domains that are due or were never checked. */
export function domainChecks(services: CheckServices & Ids): DueWork<{ readonly id: string }> {
  const credential = { kind: "system" } as const;
  return {
    failed: "could not check a domain",
    async take(client, leftOut, now) {
      const { rows } = await client.query<{ id: string }>(
        sql`SELECT domain.id FROM domain LEFT JOIN domain_check ON domain_id = domain.id
         WHERE state <> 'removed' AND (next_at IS NULL OR next_at <= ${now}) AND domain.id <> ALL (${leftOut}::uuid[])
         ORDER BY next_at NULLS FIRST LIMIT ${atOnce}`,
      );
      return rows;
    },
    work({ id }) {
      const meta: EventMeta = { userId: null, via: "system", commandId: services.newId(), credential };
      return checkDomain(services, id, { meta, address: null });
    },
  };
}
