import { sql } from "@hoplog/platform/postgres/sql.js";
import { domainSettingsSchema, type DomainSettings } from "@hoplog/schema/domains/settings.js";
import type { Member } from "../../kernel/access/authorize.ts";
import type { Membership } from "../../kernel/access/permissions.ts";
import { type Actor, originOf } from "../../kernel/calls/actor.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Attempts } from "../../kernel/work/attempts.ts";
import type { Database, Transaction } from "../../kernel/database/orm.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { domains, type SettingChanges } from "../../links/domains/decide.ts";
import type { CommandOrigin } from "../../kernel/eventstore/audit.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import { domainTargetNames } from "../../accounts/outlets/listed.ts";
import { forgetOutlet } from "../../accounts/outlets/record.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";

export type TargetServices = Database & Reads & Events & Ids & Clock & { readonly membership: Membership };

interface PausedTarget {
  readonly ownerId: string;
  readonly settings: DomainSettings | null;
}

/** Outlets per round. */
const atOnce = 100;

/** SQL for a paused domain target that has not been removed from its domain's settings. */
const isDue = sql`kind = 'domainTarget' AND paused_at IS NOT NULL AND held IS NULL`;

/**
 * Removes the targets of all paused outlets from their domains; one that fails does not block the others. Several
 * processes may run this at once.
 */
export async function removePausedTargets(services: TargetServices, attempts: Attempts): Promise<void> {
  for (;;) {
    const due = await readRows<{ id: string }>(
      services.reads,
      sql`SELECT id FROM outlet WHERE ${isDue} AND id <> ALL (${attempts.leftOut()}::uuid[]) LIMIT ${atOnce}`,
    );
    for (const { id } of due) await attempts.attempt(id, () => removePausedTarget(services, id));
    if (due.length < atOnce) return;
  }
}

/**
 * Removes the targets of a paused outlet from its domain, as a change that redirectors receive, and stores them for
 * resuming.
 */
async function removePausedTarget(services: TargetServices, id: string): Promise<void> {
  await services.eventStore.unitOfWork(async (tx) => {
    const [paused] = await rowsOf<PausedTarget>(
      tx,
      sql`SELECT outlet.owner_id AS "ownerId",
         (SELECT settings FROM domain WHERE domain.id = outlet.id AND state <> 'removed') AS settings
       FROM outlet WHERE id = ${id} AND ${isDue} FOR UPDATE`,
    );
    // Another process has already removed the targets, or the outlet was resumed.
    if (!paused) return;
    const { ownerId, settings } = paused;
    const held = targetsIn(settings ?? {});
    const member = services.membership(ownerId, ownerId);
    if (held.length === 0 || !member) {
      // The owner has already removed the targets, or is no longer a member.
      await forgetOutlet(tx, "domainTarget", id);
      return;
    }
    const by = { ...member, userId: ownerId, workspaceId: ownerId };
    const none = Object.fromEntries(held.map(([name]) => [name, null]));
    await changeTargets(services, tx, { id, by, settings: none, origin: bySystem(services) });
    const kept = JSON.stringify(Object.fromEntries(held));
    await execute(tx, sql`UPDATE outlet SET held = ${kept}::jsonb WHERE kind = 'domainTarget' AND id = ${id}`);
  });
}

/** Restores the removed targets, in the transaction that resumes the outlet. */
export async function restoreTargets(
  services: TargetServices,
  tx: Transaction,
  actor: Actor,
  id: string,
): Promise<void> {
  const [outlet] = await rowsOf<{ held: unknown }>(
    tx,
    sql`SELECT held FROM outlet WHERE kind = 'domainTarget' AND id = ${id} FOR UPDATE`,
  );
  if (!outlet?.held) return;
  const settings = Object.fromEntries(targetsIn(domainSettingsSchema.parse(outlet.held)));
  await changeTargets(services, tx, { id, by: actor, settings, origin: originOf(services, actor) });
}

function targetsIn(settings: DomainSettings): [name: (typeof domainTargetNames)[number], url: string][] {
  return domainTargetNames.flatMap((name) => {
    const url = settings[name];
    return url === undefined ? [] : [[name, url]];
  });
}

interface Change {
  readonly id: string;
  readonly by: Member;
  readonly settings: SettingChanges;
  readonly origin: CommandOrigin;
}

async function changeTargets(
  services: TargetServices,
  tx: Transaction,
  { id, by, settings, origin }: Change,
): Promise<void> {
  const at = services.now().toISOString();
  const command = { type: "ChangeDomain", domainId: id, by, at, settings } as const;
  await services.eventStore.execute(tx, domains, id, command, origin);
}

function bySystem({ newId }: Ids): CommandOrigin {
  const meta = { userId: null, via: "system", commandId: newId(), credential: { kind: "system" } } as const;
  return { meta, address: null };
}
