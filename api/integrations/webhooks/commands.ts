import { join, raw, sql } from "@hoplog/platform/postgres/sql.js";
import { conflictError, notFoundError } from "@hoplog/schema/errors.js";
import { webhookLimits } from "@hoplog/schema/webhooks.js";
import { authorize, authorizeOwn } from "../../kernel/access/authorize.ts";
import { type Actor, originOf } from "../../kernel/calls/actor.ts";
import { requireMatchingEtag } from "../../kernel/calls/etag.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { requireConfirmed } from "../../accounts/outlets/confirmed.ts";
import { recordAndNotify } from "../../accounts/outlets/record.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { checkedWebhook, type NewWebhook, type WebhookChange } from "./input.ts";
import { findWebhook, webhookById } from "./queries.ts";
import { newSecret } from "./delivery/secrets.ts";
import type { WebhookServices } from "./services.ts";
import { webhookColumns, type WebhookRow } from "./outbox/rows.ts";
import { editedOf, type Webhook, type WebhookSettings } from "./outbox/webhook.ts";

const hourMs = 60 * 60 * 1000;

/** A webhook with its secret, which is returned only once. */
export interface WebhookWithSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

/**
 * Creates a webhook. Throws VALIDATION_ERROR; CONFLICT_ERROR on `url` if the workspace has too many webhooks;
 * RATE_LIMIT_ERROR.
 */
export async function createWebhook(
  services: WebhookServices,
  actor: Actor,
  input: NewWebhook,
): Promise<WebhookWithSecret> {
  const ownerId = authorizeOwn(actor, "webhooks:write");
  const settings = checkedWebhook(input, services.webhookNetworks);
  await requireConfirmed(services, actor);
  await services.limits.webhook(actor.userId);
  const [id, secret] = [services.newId(), newSecret(services.random)];
  await services.eventStore.unitOfWork(async (tx) => {
    // Takes a lock, which prevents concurrent calls from exceeding the maximum number.
    await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('hoplog webhooks ' || ${ownerId}, 0))`);
    const [row] = await rowsOf<{ webhooks: number }>(
      tx,
      sql`SELECT count(*)::int AS webhooks FROM webhook WHERE owner_id = ${ownerId}`,
    );
    if ((row?.webhooks ?? 0) >= webhookLimits.perWorkspace)
      throw conflictError(
        "url",
        `A workspace can have at most ${webhookLimits.perWorkspace} webhooks. Delete one first.`,
      );
    const written = writtenOf(settings);
    const sealed = services.webhookSecrets.seal(id, secret).toString("hex");
    await execute(
      tx,
      sql`INSERT INTO webhook (id, owner_id, secret, state, created_at, ${join(written.map(({ column }) => column))})
       VALUES (${id}, ${ownerId}, decode(${sealed}, 'hex'), 'active', ${services.now()},
         ${join(written.map(({ value }) => value))})`,
    );
    const { name } = settings;
    await recordAndNotify(services, tx, actor, { kind: "webhook", id, ownerId, name, change: "created" });
    await audit(services, tx, actor, "CreateWebhook", id);
  });
  return { webhook: await webhookById(services, actor, id), secret };
}

/** Returns the settings in the form in which they are stored. */
function writtenOf({ name, url, events, linkIds, groupIds, clickMilestones, ordered }: WebhookSettings) {
  return [
    { column: raw("name"), value: sql`${name}` },
    { column: raw("url"), value: sql`${url}` },
    { column: raw("events"), value: sql`${events}::text[]` },
    { column: raw("link_ids"), value: sql`${linkIds}::uuid[]` },
    { column: raw("group_ids"), value: sql`${groupIds}::uuid[]` },
    { column: raw("click_counts"), value: sql`${clickMilestones}::integer[]` },
    { column: raw("ordered"), value: sql`${ordered}` },
  ];
}

/**
 * Changes a webhook; omitted fields keep their value. `paused: false` also enables a disabled webhook. Throws
 * NOT_FOUND_ERROR (also for a webhook of another workspace), VALIDATION_ERROR and RATE_LIMIT_ERROR.
 */
export async function updateWebhook(
  services: WebhookServices,
  actor: Actor,
  id: string,
  { paused, ...change }: WebhookChange,
): Promise<Webhook> {
  const before = await findWebhook(services, actor, id, "webhooks:write");
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined && value !== null));
  if (outletChange(before, given, paused) !== null) await requireConfirmed(services, actor);
  // Limits the rate, because an enabled webhook may be disabled again at once, which sends an email.
  if (paused === false && before.state === "disabled") await services.limits.webhook(actor.userId);
  await services.eventStore.unitOfWork(async (tx) => {
    // Reads the webhook again under the lock, because another call may have changed it.
    const locked = await requireWebhook(tx, actor, id);
    requireMatchingEtag(actor, editedOf(locked));
    const settings = checkedWebhook({ ...locked, ...given }, services.webhookNetworks);
    const written = writtenOf(settings).map(({ column, value }) => sql`${column} = ${value}`);
    // The receiver's Retry-After no longer applies to a new URL, or when the webhook is enabled.
    const isHeld = settings.url === locked.url && paused !== false;
    const since = beginsClicks(locked, settings, paused === false) ? services.now() : locked.clicksSince;
    await execute(
      tx,
      sql`UPDATE webhook SET ${join(written)}, hold_until = CASE WHEN ${isHeld} THEN hold_until END, clicks_since = ${since}
       WHERE id = ${id}`,
    );
    const wider = outletChange(locked, given, paused);
    if (wider !== null) {
      const { ownerId } = locked;
      await recordAndNotify(services, tx, actor, { kind: "webhook", id, ownerId, name: settings.name, change: wider });
    }
    if (paused !== undefined && paused !== null) await switchOver(tx, id, paused);
    // Without ordering, messages do not wait for each other.
    if (!settings.ordered)
      await execute(
        tx,
        sql`UPDATE webhook_message SET due_at = ${services.now()} WHERE webhook_id = ${id} AND state = 'pending'
          AND due_at IS NULL`,
      );
    const fields = Object.entries({ ...given, paused }).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    await audit(services, tx, actor, "UpdateWebhook", id, { fields });
  });
  services.webhooksDue();
  return webhookById(services, actor, id);
}

/** Returns whether a change redirects, extends or resumes sending; null if no more is sent than before. */
function outletChange(
  before: Webhook,
  given: Readonly<Record<string, unknown>>,
  paused: boolean | null | undefined,
): "moved" | "widened" | null {
  if (given["url"] !== undefined && given["url"] !== before.url) return "moved";
  const sendsAgain = paused === false && before.state !== "active";
  return sendsAgain || sendsMore(before, given) ? "widened" : null;
}

/** Returns whether more messages than before would be sent. Without links and groups the webhook covers all links. */
function sendsMore(before: Webhook, given: Readonly<Record<string, unknown>>): boolean {
  const isOfAll = before.linkIds.length === 0 && before.groupIds.length === 0;
  const sent = isOfAll ? (["events"] as const) : (["events", "linkIds", "groupIds"] as const);
  return sent.some((name) => {
    const wanted = given[name];
    if (!Array.isArray(wanted)) return false;
    const known: ReadonlySet<string> = new Set(before[name]);
    return (wanted.length === 0 && known.size > 0) || wanted.some((one) => !known.has(String(one)));
  });
}

/**
 * Returns whether a change subscribes the webhook to clicks, for the first time or again. No messages were stored for
 * it in the meantime: earlier records of the topic are not for it, or were already sent.
 */
function beginsClicks(before: WebhookRow, { events }: WebhookSettings, isSwitchedOn: boolean): boolean {
  const isOff = before.state === "disabled" && isSwitchedOn;
  return events.includes("click") && (isOff || !before.events.includes("click"));
}

/** Pauses or enables a webhook. Enabling resets its failures, because it suggests that the problem was fixed. */
async function switchOver(tx: Transaction, id: string, paused: boolean): Promise<void> {
  await execute(
    tx,
    paused
      ? sql`UPDATE webhook SET state = 'paused' WHERE id = ${id} AND state = 'active'`
      : sql`UPDATE webhook SET state = 'active', disabled_reason = NULL, failing_since = NULL, told_at = NULL
         WHERE id = ${id} AND state <> 'active'`,
  );
}

/** Deletes a webhook with its waiting messages. Throws NOT_FOUND_ERROR. */
export async function deleteWebhook(services: WebhookServices, actor: Actor, id: string): Promise<void> {
  await services.eventStore.unitOfWork(async (tx) => {
    requireMatchingEtag(actor, editedOf(await requireWebhook(tx, actor, id)));
    await execute(tx, sql`DELETE FROM webhook WHERE id = ${id}`);
    await audit(services, tx, actor, "DeleteWebhook", id);
  });
}

/**
 * Replaces the secret; for a day messages are signed with the old and the new one. Throws NOT_FOUND_ERROR,
 * RATE_LIMIT_ERROR.
 */
export async function rotateWebhookSecret(
  services: WebhookServices,
  actor: Actor,
  id: string,
): Promise<WebhookWithSecret> {
  await findWebhook(services, actor, id, "webhooks:write");
  await services.limits.webhook(actor.userId);
  const secret = newSecret(services.random);
  const until = new Date(services.now().getTime() + webhookLimits.rotationHours * hourMs);
  await services.eventStore.unitOfWork(async (tx) => {
    await requireWebhook(tx, actor, id);
    await execute(
      tx,
      sql`UPDATE webhook SET previous_secret = secret, previous_until = ${until},
        secret = decode(${services.webhookSecrets.seal(id, secret).toString("hex")}, 'hex') WHERE id = ${id}`,
    );
    await audit(services, tx, actor, "RotateWebhookSecret", id);
  });
  return { webhook: await webhookById(services, actor, id), secret };
}

/** Locks the webhook until the transaction ends. Throws NOT_FOUND_ERROR. */
export async function requireWebhook(tx: Transaction, actor: Actor, id: string): Promise<WebhookRow> {
  const [row] = await rowsOf<WebhookRow>(
    tx,
    sql`SELECT ${webhookColumns} FROM webhook AS w WHERE w.id = ${id} FOR NO KEY UPDATE`,
  );
  authorize(actor, "webhooks:write", { type: "webhook", workspaceId: row?.ownerId ?? null });
  if (!row) throw notFoundError("Webhook");
  return row;
}

export async function audit(
  services: WebhookServices,
  tx: Transaction,
  actor: Actor,
  action: string,
  id: string,
  detail?: { readonly fields: readonly string[] },
): Promise<void> {
  const resource = { type: "webhook", id } as const;
  await services.eventStore.audit(tx, originOf(services, actor), { action, resource, ...(detail && { detail }) });
}
