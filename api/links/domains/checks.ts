import { UniqueConstraintViolationException } from "@mikro-orm/core";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Clock, Randomness } from "../../kernel/calls/capabilities.ts";
import type { Database, Transaction } from "../../kernel/database/orm.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import type { CommandOrigin } from "../../kernel/eventstore/audit.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import { domains } from "./decide.ts";
import { problemsOf, recordsFor, warningsOf } from "./dns/advice.ts";
import { resolveDomain, type Findings } from "./dns/findings.ts";
import { graceMs, missingSince, nextCheck, nextState } from "./dns/nextState.ts";
import { isServedSql } from "./domain.ts";
import { DomainRow } from "./projection.ts";
import type { DomainChecks } from "./services.ts";

export type CheckServices = Database & Events & Clock & Randomness & DomainChecks;

/** Checks a domain's DNS and records the result. Has no effect if the domain was removed. */
export async function checkDomain(services: CheckServices, id: string, origin: CommandOrigin): Promise<void> {
  const domain = await services.orm.em.fork().findOne(DomainRow, { id });
  if (!domain || domain.state === "removed") return;
  const { lookup, target, onChecked } = services.domainChecks;
  const findings = await resolveDomain(lookup, domain, target);
  const state = await recordServed(services, id, findings, origin);
  if (state !== null) onChecked(findings.isOwned === null && findings.traffic === null ? "unanswered" : state);
}

/** Records the check. If two accounts verify a name at the same time, the unique index of served names admits one. */
async function recordServed(services: CheckServices, id: string, findings: Findings, origin: CommandOrigin) {
  try {
    return await record(services, id, findings, origin);
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    // Checks again, and then finds that another account has the name.
    return record(services, id, findings, origin);
  }
}

async function record(services: CheckServices, id: string, findings: Findings, origin: CommandOrigin) {
  return services.eventStore.unitOfWork(async (tx) => {
    const domain = await tx.findOne(DomainRow, { id }, { disableIdentityMap: true });
    if (!domain || domain.state === "removed") return null;
    const { name, state: before, addedAt } = domain;
    const now = services.now();
    const [isTaken, wasMissingAt] = [await isServedForOthers(tx, name, id), await missingAtOf(tx, id)];
    const missingAt = missingSince(findings, wasMissingAt, now);
    const state = nextState({ state: before, missingAt, isTaken }, findings, now);
    const command = { type: "RecordDomainCheck", domainId: id, to: state, at: now.toISOString() } as const;
    await services.eventStore.execute(tx, domains, id, command, origin);
    const { target } = services.domainChecks;
    const records = recordsFor(domain, target, findings);
    const lostAt = missingAt && new Date(missingAt.getTime() + graceMs);
    const isAnswered = findings.isOwned !== null && findings.traffic !== null;
    const share = (services.random(1)[0] ?? 0) / 256;
    await writeCheck(tx, id, {
      checkedAt: now,
      nextAt: nextCheck({ state, addedAt, isAnswered }, now, share),
      missingAt,
      records,
      problems: problemsOf({ name, state, findings, records, isTaken, lostAt }),
      warnings: warningsOf(name, findings, target),
    });
    return state;
  });
}

/** Whether a domain of this name, other than the one with id `exceptId`, is served. */
export async function isServedForOthers(tx: Transaction, name: string, exceptId: string | null): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`SELECT FROM domain WHERE name = ${name} AND ${isServedSql} AND id IS DISTINCT FROM ${exceptId}::uuid`,
  );
  return rows.length > 0;
}

async function missingAtOf(tx: Transaction, id: string): Promise<Date | null> {
  const [row] = await rowsOf<{ missing_at: Date | string | null }>(
    tx,
    sql`SELECT missing_at FROM domain_check WHERE domain_id = ${id}`,
  );
  return row?.missing_at ? new Date(row.missing_at) : null;
}

interface Check {
  readonly checkedAt: Date;
  readonly nextAt: Date;
  readonly missingAt: Date | null;
  readonly records: readonly unknown[];
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

async function writeCheck(tx: Transaction, id: string, check: Check): Promise<void> {
  const { checkedAt, nextAt, missingAt } = check;
  const [records, problems, warnings] = [check.records, check.problems, check.warnings].map((list) =>
    JSON.stringify(list),
  );
  await execute(
    tx,
    sql`INSERT INTO domain_check (domain_id, checked_at, next_at, missing_at, records, problems, warnings)
     VALUES (${id}, ${checkedAt}, ${nextAt}, ${missingAt}, ${records}::jsonb, ${problems}::jsonb, ${warnings}::jsonb)
     ON CONFLICT (domain_id) DO UPDATE SET checked_at = excluded.checked_at, next_at = excluded.next_at,
       missing_at = excluded.missing_at, records = excluded.records, problems = excluded.problems,
       warnings = excluded.warnings`,
  );
}
