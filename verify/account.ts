import type pg from "pg";
import { z } from "zod";
import { sql } from "@hoplog/platform/postgres/sql.js";

export interface VerifiedLink {
  readonly id: string;
  readonly groupId: string | null;
  /** IDs of the link's tags. */
  readonly tags: readonly string[];
  /** Name of the link's domain; empty for the default domain. */
  readonly domain: string;
  readonly isActive: boolean;
  readonly expiresAt: Date | null;
  /** Maximum visits of the link; null without a cap. */
  readonly maxClicks: number | null;
  /** Visits that count towards the cap. */
  readonly used: number;
  readonly createdAt: Date;
  /** Whether the link has rules or a split. */
  readonly isDeciding: boolean;
  readonly isImported: boolean;
  /** Whether leads or sales were reported for the link. */
  readonly isConverting: boolean;
}

export interface VerifiedGroup {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** An account's links and groups from Postgres; links newest first. */
export interface Holdings {
  readonly ownerId: string;
  readonly links: readonly VerifiedLink[];
  readonly groups: readonly VerifiedGroup[];
  /**
   * Numbers of the domains whose unknown codes count for this account; 0 is the default domain, if this is the only
   * account.
   */
  readonly domains: readonly number[];
  /**
   * Changes whenever a link, group or domain of the account is created, changed or deleted, a visit to a capped link is
   * used, or the account becomes or ceases to be the only one.
   */
  readonly mark: string;
}

const isId = (text: string) => z.uuid().safeParse(text).success;

const isAccount = (wanted: string) => (isId(wanted) ? sql`id = ${wanted}` : sql`lower(email) = lower(${wanted})`);

/**
 * Returns the ids of all accounts, or only that of the account with this id or email address. Throws NoSuchAccount if
 * there is none.
 */
export async function accountIds(client: pg.Client, wanted: string | null): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    sql`SELECT id FROM user_account WHERE ${wanted === null ? sql`true` : isAccount(wanted.trim())} ORDER BY created_at, id`,
  );
  if (wanted !== null && rows.length === 0) throw new NoSuchAccount();
  return rows.map(({ id }) => id);
}

export class NoSuchAccount extends Error {
  override readonly name = "NoSuchAccount";
  constructor() {
    super("No account has this id or email address.");
  }
}

export async function readHoldings(client: pg.Client, ownerId: string): Promise<Holdings> {
  const mark = await markOf(client, ownerId);
  const links = await client.query<VerifiedLink>(
    sql`SELECT id, group_id AS "groupId",
       ARRAY(SELECT tag_id::text FROM link_tag WHERE link_tag.link_id = link.id ORDER BY tag_id) AS tags,
       coalesce((SELECT name FROM domain WHERE domain.number = link.domain), '') AS domain, is_active AS "isActive",
         expires_at AS "expiresAt", created_at AS "createdAt",
       max_clicks AS "maxClicks", coalesce(used, 0) AS used,
       jsonb_exists_any(options, '{rules,split}') AS "isDeciding",
       EXISTS (SELECT FROM imported_link WHERE imported_link.link_id = link.id) AS "isImported",
       EXISTS (SELECT FROM conversion WHERE conversion.link_id = link.id) AS "isConverting"
     FROM link LEFT JOIN link_cap ON link_id = id AND number = cap_number
     WHERE owner_id = ${ownerId} ORDER BY created_at DESC, id DESC`,
  );
  const groups = await client.query<VerifiedGroup>(
    sql`SELECT id, name, created_at AS "createdAt" FROM link_group WHERE owner_id = ${ownerId} ORDER BY created_at DESC, id DESC`,
  );
  const domains = await client.query<{ number: number }>(
    sql`SELECT DISTINCT number FROM domain WHERE owner_id = ${ownerId}
     UNION ALL SELECT 0 WHERE (SELECT count(*) FROM user_account) = 1`,
  );
  return {
    ownerId,
    links: links.rows,
    groups: groups.rows,
    domains: domains.rows.map(({ number }) => number),
    mark,
  };
}

export async function markOf(client: pg.Client, ownerId: string): Promise<string> {
  const { rows } = await client.query<{ mark: string }>(
    sql`SELECT concat_ws('/', (SELECT concat_ws(' ', count(*), max(updated_at), sum(revision)) FROM link
      WHERE owner_id = ${ownerId}),
       (SELECT sum(used) FROM link JOIN link_cap ON link_id = id WHERE owner_id = ${ownerId} AND max_clicks IS NOT NULL),
       (SELECT md5(string_agg(id || name, ' ' ORDER BY id)) FROM domain WHERE owner_id = ${ownerId}), (SELECT count(*) > 1 FROM user_account),
       (SELECT md5(string_agg(id || name, ' ' ORDER BY id)) FROM link_group WHERE owner_id = ${ownerId})) AS mark`,
  );
  return rows[0]?.mark ?? "";
}
