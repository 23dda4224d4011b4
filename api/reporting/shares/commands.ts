import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { notFoundError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { defaultShareFigures, sharePath, type ShareTarget } from "@hoplog/schema/shares/share.js";
import { LockMode } from "@mikro-orm/core";
import { Semaphore } from "async-mutex";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import { originOf, type Actor } from "../../kernel/calls/actor.ts";
import type { PublicUrl } from "../../kernel/calls/capabilities.ts";
import { requireMatchingEtag } from "../../kernel/calls/etag.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { readRows } from "../../kernel/database/reads.ts";
import type { AuditDetail } from "../../kernel/eventstore/audit.ts";
import { requireConfirmed } from "../../accounts/outlets/confirmed.ts";
import { recordAndNotify } from "../../accounts/outlets/record.ts";
import { execute, rowsOf } from "../../kernel/database/statements.ts";
import type { NewShare, ShareChanges } from "./entities.ts";
import { parseShare, parseTarget } from "./input.ts";
import { getShare, type Share, shareSettings } from "./queries.ts";
import type { ShareServices } from "./services.ts";
import { ShareRow } from "./shareRow.ts";
import { newToken } from "./token.ts";

/** A shared page with its URL, which is returned only once. */
export interface ShareWithUrl {
  readonly share: Share;
  readonly url: string;
}

/** Hashing a password takes 19 MiB and one core for about 40 ms, so hashes are computed one at a time. */
const hashing = new Semaphore(1);

/**
 * Creates a shared page. Throws VALIDATION_ERROR, AUTHORIZATION_ERROR, NOT_FOUND_ERROR for a link or group of another
 * workspace, RATE_LIMIT_ERROR.
 */
export async function createShare(services: ShareServices, actor: Actor, input: NewShare): Promise<ShareWithUrl> {
  const ownerId = authorizeOwn(actor, "shares:write");
  const of = parseTarget(input);
  const now = services.now();
  const given = parseShare({ ...input, name: input.name ?? "" }, now);
  await requireConfirmed(services, actor);
  await services.limits.creation(actor.address, actor.userId);
  // Checks the number of pages before the slow password hash. The transaction checks it again.
  const [shares] = await readRows<{ count: number }>(
    services.reads,
    sql`SELECT count(*)::int AS count FROM share WHERE owner_id = ${ownerId}`,
  );
  refuseMore(shares?.count ?? 0);
  const password = input.password ? await hashed(services, actor, input.password) : noPassword;
  const { token, tokenHash } = newToken(services);
  const id = services.newId();
  await services.eventStore.unitOfWork(async (tx) => {
    await requireRoom(tx, ownerId);
    if (of.targetId !== null) await requireTarget(tx, ownerId, of.target, of.targetId);
    await tx.insert(ShareRow, {
      id,
      ownerId,
      ...of,
      name: "",
      figures: [...defaultShareFigures],
      dimensions: [],
      timeZone: "UTC",
      fromAt: null,
      expiresAt: null,
      origins: [],
      ...given,
      ...password,
      tokenHash,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    });
    const name = given.name ?? "";
    await recordAndNotify(services, tx, actor, { kind: "sharedPage", id, ownerId, name, change: "created" });
    await audit(services, tx, actor, "CreateShare", id, { target: of.target, ...(of.targetId && { of: of.targetId }) });
  });
  return { share: await getShare(services, actor, id), url: urlOf(services, token) };
}

/**
 * Changes a shared page, effective at once, even for open streams. Throws VALIDATION_ERROR, NOT_FOUND_ERROR,
 * AUTHORIZATION_ERROR, RATE_LIMIT_ERROR, PreconditionError.
 */
export async function changeShare(
  services: ShareServices,
  actor: Actor,
  id: string,
  changes: ShareChanges,
): Promise<Share> {
  const before = await getShare(services, actor, id, "shares:write");
  const given = parseShare(changes, services.now());
  const { password } = changes;
  if (widensAccess(before, given, password)) await requireConfirmed(services, actor);
  const fields = {
    ...given,
    ...(password !== undefined && (password ? await hashed(services, actor, password) : noPassword)),
  };
  const names = Object.keys(fields);
  if (names.length === 0) throw validationError([{ field: "body", message: "Provide at least one field to change" }]);
  await update(services, actor, id, {
    action: "ChangeShare",
    detail: { fields: names.filter((name) => name !== "passwordHash") },
    fields,
    outletChange: (row) => (widensAccess(shownBy(row), given, password) ? "widened" : null),
  });
  return getShare(services, actor, id);
}

type Shown = Pick<Share, "figures" | "dimensions" | "from" | "expiresAt" | "hasPassword">;

function shownBy({ fromAt, passwordId, figures, dimensions, expiresAt }: ShareRow): Shown {
  return { figures, dimensions, from: fromAt, expiresAt, hasPassword: passwordId !== null };
}

/**
 * Returns whether the page shows more than before, or to more visitors. Replacing a password counts too, because the
 * caller who sets the new one knows it.
 */
function widensAccess(before: Shown, given: Partial<ShareRow>, password: string | null | undefined): boolean {
  return showsMore(before, given) || (before.hasPassword && password !== undefined);
}

/** Returns whether visitors would see more than before, or for longer. */
function showsMore(before: Shown, { figures = [], dimensions = [], fromAt, expiresAt }: Partial<ShareRow>): boolean {
  const isLater = (after: Date | null | undefined, than: Date | null) =>
    after !== undefined && than !== null && (after === null || after > than);
  const isEarlier = fromAt !== undefined && before.from !== null && (fromAt === null || fromAt < before.from);
  return (
    isEarlier ||
    isLater(expiresAt, before.expiresAt) ||
    figures.some((figure) => !before.figures.includes(figure)) ||
    dimensions.some((dimension) => !before.dimensions.includes(dimension))
  );
}

/**
 * Replaces the page's URL; the previous one stops working. Throws NOT_FOUND_ERROR, AUTHORIZATION_ERROR,
 * RATE_LIMIT_ERROR, PreconditionError.
 */
export async function renewShare(services: ShareServices, actor: Actor, id: string): Promise<ShareWithUrl> {
  await getShare(services, actor, id, "shares:write");
  await requireConfirmed(services, actor);
  await services.limits.creation(actor.address, actor.userId);
  const { token, tokenHash } = newToken(services);
  await update(services, actor, id, {
    action: "RenewShare",
    detail: {},
    fields: { tokenHash },
    outletChange: () => "moved",
  });
  return { share: await getShare(services, actor, id), url: urlOf(services, token) };
}

/** Deletes the page and ends its open streams. Throws NOT_FOUND_ERROR, AUTHORIZATION_ERROR, PreconditionError. */
export async function deleteShare(services: ShareServices, actor: Actor, id: string): Promise<void> {
  await getShare(services, actor, id, "shares:write");
  await services.eventStore.unitOfWork(async (tx) => {
    requireMatchingEtag(actor, shareSettings(await lockedRow(tx, id)));
    await tx.nativeDelete(ShareRow, { id });
    await audit(services, tx, actor, "RevokeShare", id, {});
  });
}

interface Update {
  readonly action: string;
  readonly detail: AuditDetail;
  readonly fields: Partial<ShareRow>;
  /** Returns how an edit extends the page's audience or content; null if it does not. */
  readonly outletChange: (before: ShareRow) => "moved" | "widened" | null;
}

async function update(
  services: ShareServices,
  actor: Actor,
  id: string,
  { action, detail, fields, outletChange }: Update,
): Promise<void> {
  await services.eventStore.unitOfWork(async (tx) => {
    const row = await lockedRow(tx, id);
    requireMatchingEtag(actor, shareSettings(row));
    await tx.nativeUpdate(ShareRow, { id }, { ...fields, revision: row.revision + 1, updatedAt: services.now() });
    const change = outletChange(row);
    if (change !== null) {
      const { ownerId, name } = row;
      await recordAndNotify(services, tx, actor, { kind: "sharedPage", id, ownerId, name, change });
    }
    await audit(services, tx, actor, action, id, detail);
  });
}

async function lockedRow(tx: Transaction, id: string): Promise<ShareRow> {
  const row = await tx.findOne(ShareRow, { id }, { disableIdentityMap: true, lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!row) throw notFoundError("Share");
  return row;
}

const noPassword = { passwordId: null, passwordHash: null } as const;

async function hashed(services: ShareServices, actor: Actor, password: string) {
  const { refusal } = await services.limits.linkPasswords(actor.userId, 1);
  if (refusal) throw refusal;
  return {
    passwordId: services.newId(),
    passwordHash: await hashing.runExclusive(() => services.passwords.hash(password)),
  };
}

/** Locks the workspace's pages, so that concurrent calls cannot exceed the maximum number. */
async function requireRoom(tx: Transaction, ownerId: string): Promise<void> {
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('hoplog shares ' || ${ownerId}, 0))`);
  refuseMore(await tx.count(ShareRow, { ownerId }));
}

function refuseMore(shares: number): void {
  const max = limits.sharesPerWorkspace;
  if (shares >= max) {
    throw validationError([
      { field: "name", message: `A workspace can have at most ${max} shared pages. Revoke one first.` },
    ]);
  }
}

/** Locks the link or group against deletion, which deletes its pages, until the page exists. */
async function requireTarget(tx: Transaction, ownerId: string, target: ShareTarget, id: string): Promise<void> {
  const table = raw(target === "link" ? "link" : "link_group");
  const rows = await rowsOf(tx, sql`SELECT id FROM ${table} WHERE id = ${id} AND owner_id = ${ownerId} FOR KEY SHARE`);
  if (rows.length === 0) throw notFoundError(target === "link" ? "Link" : "Group");
}

async function audit(
  services: ShareServices,
  tx: Transaction,
  actor: Actor,
  action: string,
  id: string,
  detail: AuditDetail,
): Promise<void> {
  await services.eventStore.audit(tx, originOf(services, actor), { action, resource: { type: "share", id }, detail });
}

function urlOf({ publicUrl }: PublicUrl, token: string): string {
  return `${publicUrl}${sharePath}${token}`;
}
