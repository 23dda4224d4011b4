import { z } from "zod";
import { raw, type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import { authorize } from "../../kernel/access/authorize.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import type { AuditedAction } from "../../kernel/eventstore/audit.ts";
import { type Operator, operatorOrigin, type OperatorServices } from "./operator.ts";

export interface FoundUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly createdAt: string;
  readonly lastLogin: string | null;
  readonly links: number;
  readonly groups: number;
  readonly banReason: string | null;
}

export interface FoundLink {
  readonly id: string;
  readonly ownerId: string;
  readonly owner: string | null;
  readonly name: string;
  /** Name of the link's domain; null for the default one. */
  readonly domain: string | null;
  readonly code: string;
  readonly originalUrl: string;
  readonly isActive: boolean;
  readonly createdAt: string;
  readonly banReason: string | null;
  readonly listedUrl: string | null;
  readonly listingReason: string | null;
  readonly listingSource: string | null;
  readonly ownerBanned: boolean;
}

/** Returns SQL that formats a Postgres time for display. */
export const time = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
export const isId = (text: string) => z.uuid().safeParse(text).success;

/** Maximum links listed for one destination. */
export const foundMax = 50;

/** Finds a user by id or email address, which is recorded in the audit log. */
export async function findUser(services: OperatorServices, by: Operator, wanted: string): Promise<FoundUser | null> {
  const text = wanted.trim();
  return services.eventStore.unitOfWork(async (tx) => {
    const [user] = await rowsOf<FoundUser>(
      tx,
      sql`SELECT id, name, email, ${raw(time("created_at"))} AS "createdAt", ${raw(time("last_login"))} AS "lastLogin",
         (SELECT count(*)::int FROM link WHERE owner_id = account.id) AS links,
         (SELECT count(*)::int FROM link_group WHERE owner_id = account.id) AS groups,
         (SELECT reason FROM account_ban WHERE user_id = account.id) AS "banReason"
       FROM user_account AS account WHERE ${isId(text) ? sql`id = ${text}` : sql`lower(email) = lower(${text})`}`,
    );
    if (!user) return null;
    authorize(by, "account:read", { type: "account", userId: user.id });
    await note(services, tx, by, { action: "FindUser", resource: { type: "user", id: user.id } });
    return user;
  });
}

/** Finds links by id, code, short URL or destination, newest first; many links may have the same destination. */
export async function findLinks(
  services: OperatorServices,
  by: Operator,
  wanted: string,
  shortUrl: string,
): Promise<FoundLink[]> {
  const text = wanted.trim();
  return services.eventStore.unitOfWork(async (tx) => {
    const found = await rowsOf<FoundLink>(
      tx,
      sql`SELECT link.id, owner_id AS "ownerId", account.email AS owner, link.name, code, original_url AS "originalUrl",
         (SELECT max(name) FROM domain WHERE number = link.domain) AS domain,
         is_active AS "isActive", ${raw(time("link.created_at"))} AS "createdAt", ban_reason AS "banReason",
         listed_url AS "listedUrl", listing_reason AS "listingReason", listing_source AS "listingSource",
         EXISTS (SELECT FROM account_ban WHERE user_id = owner_id) AS "ownerBanned"
       FROM link LEFT JOIN user_account AS account ON account.id = owner_id
       WHERE ${conditionOf(text, shortUrl)} ORDER BY link.created_at DESC, link.id DESC LIMIT ${foundMax}`,
    );
    for (const { id, ownerId } of found) {
      authorize(by, "links:read", { type: "link", workspaceId: ownerId });
      await note(services, tx, by, { action: "FindLink", resource: { type: "link", id } });
    }
    return found;
  });
}

function conditionOf(text: string, shortUrl: string): Sql {
  if (isId(text)) return sql`link.id = ${text}`;
  const url = URL.parse(text);
  if (!url) return sql`code = ${text}`;
  const code = url.pathname.slice(1);
  const short = new URL(shortUrl);
  if (url.host === short.host) return sql`code = ${code} AND domain = 0`;
  // The URL may be a short URL of another domain; case is ignored if that domain ignores it.
  return sql`(original_url IN (${text}, ${url.href}) OR (
    link.domain IN (SELECT number FROM domain WHERE name = ${url.hostname}) AND code IN (${code}, lower(${code}))))`;
}

type Tx = Parameters<Parameters<OperatorServices["eventStore"]["unitOfWork"]>[0]>[0];

async function note(services: OperatorServices, tx: Tx, by: Operator, action: AuditedAction): Promise<void> {
  await services.eventStore.audit(tx, operatorOrigin(services, by), action);
}
