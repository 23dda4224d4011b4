import { sql } from "@hoplog/platform/postgres/sql.js";
import { storedWorkspaceRules } from "@hoplog/schema/bots/storedWorkspaceRules.js";
import { noWorkspaceRules, type WorkspaceRules } from "@hoplog/schema/bots/workspaceRules.js";
import { conflictError, PreconditionError } from "@hoplog/schema/errors.js";
import { authorizeOwn, type Member } from "../../../kernel/access/authorize.ts";
import { type Actor, originOf } from "../../../kernel/calls/actor.ts";
import type { Clock, Ids } from "../../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../../clicks/clickhouse/select.ts";
import { readRows, type Reads } from "../../../kernel/database/reads.ts";
import { rowsOf, execute } from "../../../kernel/database/statements.ts";
import type { Events } from "../../../kernel/eventstore/eventStore.ts";
import type { LinksById } from "../../../links/core/linksById.ts";
import type { LimitsOf } from "../../../kernel/limits/limits.ts";
import { parseRules } from "./parse.ts";

/** The rules of a workspace, and when they were set. */
export interface CurrentRules extends WorkspaceRules {
  /** Version of the rules; 0 if the workspace never had any. */
  readonly version: number;
  readonly since: Date | null;
}

export type RuleServices = Reads & Events & Clock & Ids & LimitsOf<"creation"> & ClickHouse & LinksById;

interface Row {
  readonly version: number;
  readonly rules: unknown;
  readonly since: Date;
}

const newest = (ownerId: string) => sql`SELECT version::float8 AS version, rules, created_at AS since FROM bot_rules
  WHERE owner_id = ${ownerId} ORDER BY bot_rules.version DESC LIMIT 1`;

export async function readRules({ reads }: Reads, member: Member): Promise<CurrentRules> {
  const ownerId = authorizeOwn(member, "bots:read");
  const [row] = await readRows<Row>(reads, newest(ownerId));
  return row ? { ...storedWorkspaceRules.parse(row.rules), version: row.version, since: row.since } : none;
}

const none: CurrentRules = { ...noWorkspaceRules, version: 0, since: null };

/**
 * Replaces the workspace's rules, which apply to visits counted from then on. Throws VALIDATION_ERROR,
 * AUTHORIZATION_ERROR, RATE_LIMIT_ERROR, PreconditionError, and CONFLICT_ERROR on `version` if version `expected` is no
 * longer the current one.
 */
export async function setRules(
  services: RuleServices,
  actor: Actor,
  rules: WorkspaceRules,
  expected: number | null,
): Promise<CurrentRules> {
  const ownerId = authorizeOwn(actor, "bots:write");
  const parsed = parseRules(rules);
  await services.limits.creation(actor.address, actor.userId);
  const now = services.now();
  return services.eventStore.unitOfWork(async (tx) => {
    // Locks the row until the commit, so that readers of a version see all rules up to it.
    const [clock] = await rowsOf<{ version: number }>(
      tx,
      sql`INSERT INTO bot_rules_clock (version) VALUES (1)
       ON CONFLICT (one) DO UPDATE SET version = bot_rules_clock.version + 1 RETURNING version::float8 AS version`,
    );
    if (!clock) throw new Error("the table bot_rules_clock has no row");
    const { version } = clock;
    if (expected !== null || actor.expected) {
      const [row] = await rowsOf<Row>(tx, newest(ownerId));
      const before = row?.version ?? 0;
      if (actor.expected && !actor.expected.versions.includes(before)) throw new PreconditionError();
      if (expected !== null && before !== expected) {
        throw conflictError("version", "The rules have changed since they were loaded. Reload them and try again.");
      }
    }
    await execute(
      tx,
      sql`INSERT INTO bot_rules (owner_id, version, rules, created_at)
        VALUES (${ownerId}, ${version}, ${JSON.stringify(parsed)}::jsonb, ${now})`,
    );
    const resource = { type: "bot rules", id: ownerId } as const;
    await services.eventStore.audit(tx, originOf(services, actor), { action: "SetBotRules", resource });
    return { ...parsed, version, since: now };
  });
}
