import { sql } from "@hoplog/platform/postgres/sql.js";
import type { OutletKind } from "@hoplog/schema/outlets.js";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import { deleteAlarm } from "../alarms/commands.ts";
import { type ApiKeyServices, revokeApiKey } from "../../integrations/apiKeys/commands.ts";
import { type Actor, originOf } from "../../kernel/calls/actor.ts";
import { deleteClickExport } from "../../integrations/exports/commands.ts";
import { changeDomain } from "../../links/domains/commands.ts";
import { requireConfirmed } from "../../accounts/outlets/confirmed.ts";
import { hasTargets, type Outlet } from "../../accounts/outlets/listed.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { retryHeldMails } from "../../accounts/mail/outbox.ts";
import { recordAndNotify, requireInUse } from "../../accounts/outlets/record.ts";
import { deleteReport, type ReportServices } from "../reports/commands.ts";
import { deleteShare } from "../shares/commands.ts";
import { revokeSqlAccess } from "../../integrations/sql/access/commands.ts";
import { deleteWebhook } from "../../integrations/webhooks/commands.ts";
import { restoreTargets, type TargetServices } from "./pausedTargets.ts";
import { getOutlet } from "./queries.ts";
import type { AlarmServices } from "../alarms/services.ts";
import type { ClickExportServices } from "../../integrations/exports/tryExport.ts";
import type { DomainServices } from "../../links/domains/services.ts";
import type { ShareServices } from "../shares/services.ts";
import type { SqlAccessServices } from "../../integrations/sql/access/services.ts";
import type { WebhookServices } from "../../integrations/webhooks/services.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";

/** External dependencies of outlet commands, including those of the commands that delete each kind of outlet. */
export type OutletServices = TargetServices &
  AlarmServices &
  ApiKeyServices &
  ClickExportServices &
  DomainServices &
  ReportServices &
  ShareServices &
  SqlAccessServices &
  WebhookServices;

/**
 * Resumes a paused outlet, including waiting messages, and notifies the owner by email. From then on it is attributed
 * to the caller's session. Does nothing if it is not paused. Throws NOT_FOUND_ERROR, and AUTHORIZATION_ERROR, with
 * `confirm` if the login is too old.
 */
export async function resumeOutlet(
  services: OutletServices,
  actor: Actor,
  kind: OutletKind,
  id: string,
): Promise<Outlet> {
  const ownerId = authorizeOwn(actor, "outlets:write");
  const { state, name } = await getOutlet(services, actor, kind, id);
  await requireConfirmed(services, actor);
  if (state === "paused") {
    await services.eventStore.unitOfWork(async (tx) => {
      await requireInUse(tx, actor.credential);
      if (kind === "domainTarget") await restoreTargets(services, tx, actor, id);
      const resumed = await rowsOf(
        tx,
        sql`UPDATE outlet SET paused_at = NULL, held = NULL
         WHERE kind = ${kind} AND id = ${id} AND owner_id = ${ownerId} AND paused_at IS NOT NULL RETURNING id`,
      );
      // Another call has resumed or deleted the outlet in the meantime.
      if (resumed.length === 0) return;
      await recordAndNotify(services, tx, actor, { kind, id, ownerId, name, change: "resumed" });
      await retryHeldMails(tx, id, services.now());
      const action = { action: "ResumeOutlet", resource: { type: "outlet", id }, detail: { kind } } as const;
      await services.eventStore.audit(tx, originOf(services, actor), action);
    });
    services.webhooksDue();
    services.exportsDue();
  }
  return getOutlet(services, actor, kind, id);
}

/**
 * Deletes an outlet with the command of its own feature; a domain loses its targets, but not its links. Throws
 * NOT_FOUND_ERROR, AUTHORIZATION_ERROR.
 */
export async function deleteOutlet(
  services: OutletServices,
  actor: Actor,
  kind: OutletKind,
  id: string,
): Promise<Outlet> {
  authorizeOwn(actor, "outlets:write");
  const outlet = await getOutlet(services, actor, kind, id);
  await deletions[kind](services, actor, id);
  return outlet;
}

type Deletion = (services: OutletServices, actor: Actor, id: string) => Promise<unknown>;

const deletions: Readonly<Record<OutletKind, Deletion>> = {
  webhook: deleteWebhook,
  export: deleteClickExport,
  report: deleteReport,
  alarm: deleteAlarm,
  sharedPage: deleteShare,
  apiKey: revokeApiKey,
  sqlAccess: revokeSqlAccess,
  domainTarget: async (services, actor, id) => {
    await changeDomain(services, actor, id, { rootUrl: null, unknownUrl: null, expiredUrl: null });
    await services.eventStore.unitOfWork((tx) => forgetTargets(tx, id));
  },
};

/** Deletes the outlet of a domain's targets, unless targets were set in the meantime. */
async function forgetTargets(tx: Transaction, id: string): Promise<void> {
  await execute(
    tx,
    sql`DELETE FROM outlet WHERE kind = 'domainTarget' AND id = ${id} AND NOT EXISTS (
       SELECT FROM domain WHERE id = outlet.id AND ${hasTargets("settings")})`,
  );
}
