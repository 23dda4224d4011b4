import { type RunningWork, startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import type { EventMeta } from "@hoplog/schema/events/envelope.js";
import type { Ids, Logs } from "../calls/capabilities.ts";
import { checkDomain, type CheckServices } from "./checks.ts";

const pollMs = 5000;

/** Domains that are looked up at the same time: names whose servers never answer must not hold up all others. */
const atOnce = 32;

/** Those whose time has come, and those that were never checked. */
const due = `
  SELECT domain.id FROM domain LEFT JOIN domain_check ON domain_id = domain.id
  WHERE state <> 'removed' AND (next_at IS NULL OR next_at <= $1) ORDER BY next_at NULLS FIRST LIMIT ${atOnce}`;

/** Checks domains again and again, in one process at a time, until stopped. */
export function startDomainChecks(services: CheckServices & Ids & Logs, databaseUrl: string): RunningWork {
  const { logger, now, newId } = services;
  return startExclusiveWork({
    databaseUrl,
    name: "hoplog domain checks",
    logger,
    pollMs,
    async step(client) {
      const { rows } = await client.query<{ id: string }>(due, [now()]);
      const meta: EventMeta = { userId: null, via: "system", commandId: newId(), credential: { kind: "system" } };
      await Promise.all(rows.map(({ id }) => checkDomain(services, id, { meta, address: null })));
      return rows.length > 0 ? "worked" : "idle";
    },
  });
}
