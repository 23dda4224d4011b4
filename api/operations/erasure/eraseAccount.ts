import { sql } from "@hoplog/platform/postgres/sql.js";
import type { EventMeta } from "@hoplog/schema/events/envelope.js";
import { withdrawCertificatesOf } from "../../links/certificates/store.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { execute } from "../../kernel/database/statements.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import { eventsChannel } from "../../kernel/eventstore/stream.ts";
import { forgetSecondFactor } from "../../accounts/identity/pendingRemoval.ts";
import { disownCodes } from "../../links/core/codeClaims.ts";
import type { NotifyWorker } from "../../links/core/eraseLinks.ts";

/**
 * Erases the remaining data of a deleted account. Deletes its links, groups, tags and domains, with an event each, so
 * that its short links stop working; deletes its other rows; blanks its texts in the event log; schedules the erasure
 * of its clicks. Its codes remain reserved. The account's own stream must have ended (UserDeleted). May be repeated.
 */
export async function eraseAccount(services: Events & Ids & Clock & NotifyWorker, userId: string): Promise<void> {
  await services.eventStore.unitOfWork((tx) =>
    eraseAccountInTransaction(tx, userId, services.now(), bySystem(services)),
  );
  services.erasures.notify();
}

function bySystem({ newId }: Ids): EventMeta {
  return { userId: null, via: "system", commandId: newId(), credential: { kind: "system" } };
}

/** Like {@link eraseAccount}, in the transaction that ended the account's stream, as part of the command of `meta`. */
export async function eraseAccountInTransaction(
  tx: Transaction,
  userId: string,
  now: Date,
  meta: EventMeta,
): Promise<void> {
  const at = now.toISOString();
  await endLinks(tx, userId, at, meta);
  await endGroups(tx, userId, at, meta);
  await endTags(tx, userId, at, meta);
  await endDomains(tx, userId, at, meta);
  await execute(tx, sql`DELETE FROM report WHERE owner_id = ${userId}`);
  await execute(tx, sql`DELETE FROM alarm WHERE owner_id = ${userId}`);
  await execute(tx, sql`DELETE FROM alarm_address WHERE owner_id = ${userId}`);
  await execute(tx, sql`DELETE FROM click_export WHERE owner_id = ${userId}`);
  await execute(tx, sql`DELETE FROM webhook WHERE owner_id = ${userId}`);
  await execute(tx, sql`DELETE FROM saved_query WHERE owner_id = ${userId}`);
  await execute(tx, sql`DELETE FROM link_view WHERE owner_id = ${userId}`);
  await execute(tx, sql`DELETE FROM utm_template WHERE owner_id = ${userId}`);
  await execute(tx, sql`DELETE FROM qr_design WHERE owner_id = ${userId}`);
  await execute(tx, sql`DELETE FROM utm_rules WHERE owner_id = ${userId}`);
  await disownCodes(tx, userId);
  await execute(tx, sql`DELETE FROM share WHERE owner_id = ${userId}`);
  await execute(tx, sql`DELETE FROM click_retention WHERE owner_id = ${userId}`);
  await execute(tx, sql`DELETE FROM bot_rules WHERE owner_id = ${userId}`);
  await execute(tx, sql`DELETE FROM link_job WHERE owner_id = ${userId}`);
  await execute(tx, sql`DELETE FROM link_import WHERE owner_id = ${userId}`);
  await execute(tx, sql`DELETE FROM destination WHERE owner_id = ${userId}`);
  await execute(tx, sql`DELETE FROM destination_image WHERE owner_id = ${userId}`);
  await execute(tx, sql`DELETE FROM destination_checks_off WHERE owner_id = ${userId}`);
  await execute(tx, sql`DELETE FROM conversion WHERE owner_id = ${userId}`);
  await execute(tx, sql`DELETE FROM note WHERE owner_id = ${userId}`);
  await execute(tx, sql`DELETE FROM idempotent_call WHERE owner_id = ${userId} OR user_id = ${userId}`);
  await execute(tx, sql`DELETE FROM account_limit WHERE user_id = ${userId}`);
  await execute(tx, sql`DELETE FROM api_key WHERE owner_id = ${userId} OR user_id = ${userId}`);
  await execute(tx, sql`DELETE FROM outlet WHERE owner_id = ${userId} OR user_id = ${userId}`);
  await execute(tx, sql`DELETE FROM known_device WHERE user_id = ${userId}`);
  await forgetSecondFactor(tx, userId);
  await execute(tx, sql`DELETE FROM outlet_step WHERE user_id = ${userId}`);
  await execute(tx, sql`SELECT erase_account(${userId})`);
  await execute(
    tx,
    sql`INSERT INTO erasure (kind, id, owner_id, requested_at) VALUES ('account', ${userId}, ${userId}, ${now})
      ON CONFLICT DO NOTHING`,
  );
  await execute(tx, sql`SELECT pg_notify(${eventsChannel}, '')`);
}

/** Deletes links in bulk: an account may have a hundred thousand. */
async function endLinks(tx: Transaction, userId: string, at: string, meta: EventMeta): Promise<void> {
  // The next version of a stream acts as its lock: a concurrent command fails, or its new row is visible here.
  await execute(tx, sql`SELECT id FROM link WHERE owner_id = ${userId} ORDER BY id FOR UPDATE`);
  await execute(
    tx,
    sql`INSERT INTO event (stream_type, stream_id, stream_version, type, schema_version, data, meta)
     SELECT 'link', id, revision + 1, 'LinkDeleted', 1,
       jsonb_build_object('linkId', id, 'code', code, 'at', ${at}::text)
         || CASE WHEN domain = 0 THEN '{}' ELSE jsonb_build_object('domain', domain) END, ${JSON.stringify(meta)}::jsonb
     FROM link WHERE owner_id = ${userId} ORDER BY id`,
  );
  await execute(
    tx,
    sql`UPDATE code_claim SET link_id = NULL WHERE link_id IN (SELECT id FROM link WHERE owner_id = ${userId})`,
  );
  await execute(tx, sql`DELETE FROM link WHERE owner_id = ${userId}`);
}

async function endGroups(tx: Transaction, userId: string, at: string, meta: EventMeta): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO event (stream_type, stream_id, stream_version, type, schema_version, data, meta)
     SELECT 'group', id, (SELECT max(stream_version) + 1 FROM event WHERE stream_id = link_group.id), 'GroupDeleted', 1,
       jsonb_build_object('groupId', id, 'at', ${at}::text), ${JSON.stringify(meta)}::jsonb
     FROM link_group WHERE owner_id = ${userId} ORDER BY id`,
  );
  await execute(tx, sql`DELETE FROM link_group WHERE owner_id = ${userId}`);
}

async function endTags(tx: Transaction, userId: string, at: string, meta: EventMeta): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO event (stream_type, stream_id, stream_version, type, schema_version, data, meta)
     SELECT 'tag', id, (SELECT max(stream_version) + 1 FROM event WHERE stream_id = tag.id), 'TagDeleted', 1,
       jsonb_build_object('tagId', id, 'at', ${at}::text), ${JSON.stringify(meta)}::jsonb
     FROM tag WHERE owner_id = ${userId} ORDER BY id`,
  );
  await execute(tx, sql`DELETE FROM tag WHERE owner_id = ${userId}`);
}

/**
 * Deletes the domains. Their rows keep the names for another day, because their deletion is sent to redirectors by
 * name. See `purgeDomains`.
 */
async function endDomains(tx: Transaction, userId: string, at: string, meta: EventMeta): Promise<void> {
  await execute(tx, sql`SELECT id FROM domain WHERE owner_id = ${userId} ORDER BY id FOR UPDATE`);
  await withdrawCertificatesOf(tx, userId);
  await execute(
    tx,
    sql`DELETE FROM domain_check WHERE domain_id IN (SELECT id FROM domain WHERE owner_id = ${userId})`,
  );
  await execute(
    tx,
    sql`INSERT INTO event (stream_type, stream_id, stream_version, type, schema_version, data, meta)
     SELECT 'domain', id, revision + 1, 'DomainStateChanged', 1,
       jsonb_build_object('domainId', id, 'from', state, 'to', 'removed', 'at', ${at}::text), ${JSON.stringify(meta)}::jsonb
     FROM domain WHERE owner_id = ${userId} AND state <> 'removed' ORDER BY id`,
  );
  await execute(
    tx,
    sql`UPDATE domain SET state = 'removed', state_at = ${at}, is_default = false, settings = '{}', revision = revision + 1
     WHERE owner_id = ${userId} AND state <> 'removed'`,
  );
}
