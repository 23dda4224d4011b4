import { z } from "zod";
import { authorize } from "../../kernel/access/authorize.ts";
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
  /** Null for the default one. */
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

/** A time of Postgres as it is shown, as SQL. */
export const time = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
export const isId = (text: string) => z.uuid().safeParse(text).success;

/** So many of those with one destination. */
export const foundMax = 50;

/** By id or e-mail address. Looking somebody up stands in the audit. */
export async function findUser(services: OperatorServices, by: Operator, wanted: string): Promise<FoundUser | null> {
  const text = wanted.trim();
  return services.eventStore.unitOfWork(async (tx) => {
    const [user] = await tx.execute<FoundUser[]>(
      `SELECT id, name, email, ${time("created_at")} AS "createdAt", ${time("last_login")} AS "lastLogin",
         (SELECT count(*)::int FROM link WHERE owner_id = account.id) AS links,
         (SELECT count(*)::int FROM link_group WHERE owner_id = account.id) AS groups,
         (SELECT reason FROM account_ban WHERE user_id = account.id) AS "banReason"
       FROM user_account AS account WHERE ${isId(text) ? "id = ?" : "lower(email) = lower(?)"}`,
      [text],
    );
    if (!user) return null;
    authorize(by, "account:read", { type: "account", userId: user.id });
    await note(services, tx, by, { action: "FindUser", resource: { type: "user", id: user.id } });
    return user;
  });
}

/** By id, code, short URL or destination; of one destination there may be many, newest first. */
export async function findLinks(
  services: OperatorServices,
  by: Operator,
  wanted: string,
  shortUrl: string,
): Promise<FoundLink[]> {
  const text = wanted.trim();
  const [condition, ...values] = conditionOf(text, shortUrl);
  return services.eventStore.unitOfWork(async (tx) => {
    const found = await tx.execute<FoundLink[]>(
      `SELECT link.id, owner_id AS "ownerId", account.email AS owner, link.name, code, original_url AS "originalUrl",
         (SELECT max(name) FROM domain WHERE number = link.domain) AS domain,
         is_active AS "isActive", ${time("link.created_at")} AS "createdAt", ban_reason AS "banReason",
         listed_url AS "listedUrl", listing_reason AS "listingReason", listing_source AS "listingSource",
         EXISTS (SELECT FROM account_ban WHERE user_id = owner_id) AS "ownerBanned"
       FROM link LEFT JOIN user_account AS account ON account.id = owner_id
       WHERE ${condition} ORDER BY link.created_at DESC, link.id DESC LIMIT ${foundMax}`,
      values,
    );
    for (const { id, ownerId } of found) {
      authorize(by, "links:read", { type: "link", workspaceId: ownerId });
      await note(services, tx, by, { action: "FindLink", resource: { type: "link", id } });
    }
    return found;
  });
}

function conditionOf(text: string, shortUrl: string): [condition: string, ...values: string[]] {
  if (isId(text)) return ["link.id = ?", text];
  const url = URL.parse(text);
  if (!url) return ["code = ?", text];
  const short = new URL(shortUrl);
  if (url.host === short.host) return ["code = ? AND domain = 0", url.pathname.slice(1)];
  // A short URL of another domain, perhaps, however it is written where case is ignored.
  const inDomain = `link.domain IN (SELECT number FROM domain WHERE name = ?) AND code IN (?, lower(?))`;
  const code = url.pathname.slice(1);
  return [`(original_url IN (?, ?) OR (${inDomain}))`, text, url.href, url.hostname, code, code];
}

type Tx = Parameters<Parameters<OperatorServices["eventStore"]["unitOfWork"]>[0]>[0];

async function note(services: OperatorServices, tx: Tx, by: Operator, action: AuditedAction): Promise<void> {
  await services.eventStore.audit(tx, operatorOrigin(services, by), action);
}
