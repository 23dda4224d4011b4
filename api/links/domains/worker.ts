import { startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { RunningWork } from "@hoplog/platform/retry/steps.js";
import type { EventMeta } from "@hoplog/schema/events/envelope.js";
import type { ClientBase } from "pg";
import type { Ids, Logs } from "../../kernel/calls/capabilities.ts";
import { createPostponed, type Postponed } from "../../kernel/calls/postponed.ts";
import { checkDomain, type CheckServices } from "./checks.ts";

const pollMs = 5000;

/** Domains that are looked up at the same time: names whose servers never answer must not hold up all others. */
const atOnce = 32;

/** Checks domains again and again, in one process at a time, until stopped. */
export function startDomainChecks(services: CheckServices & Ids & Logs, databaseUrl: string): RunningWork {
  const { logger } = services;
  const postponed = createPostponed(services, "a domain could not be checked");
  return startExclusiveWork({
    databaseUrl,
    name: "hoplog domain checks",
    logger,
    pollMs,
    step: async (client) => ((await checkDueDomains(services, client, postponed)) ? "worked" : "idle"),
  });
}

/** Checks some of those that are due; one that fails holds up no other. False when none is. */
export async function checkDueDomains(
  services: CheckServices & Ids,
  client: ClientBase,
  postponed: Postponed,
): Promise<boolean> {
  // Those whose time has come, and those that were never checked.
  const { rows } = await client.query<{ id: string }>(
    sql`SELECT domain.id FROM domain LEFT JOIN domain_check ON domain_id = domain.id
     WHERE state <> 'removed' AND (next_at IS NULL OR next_at <= ${services.now()})
       AND domain.id <> ALL (${postponed.ids()}::uuid[])
     ORDER BY next_at NULLS FIRST LIMIT ${atOnce}`,
  );
  const credential = { kind: "system" } as const;
  const meta: EventMeta = { userId: null, via: "system", commandId: services.newId(), credential };
  const check = (id: string) => checkDomain(services, id, { meta, address: null });
  await Promise.all(rows.map(({ id }) => postponed.attempt(id, () => check(id))));
  return rows.length > 0;
}
