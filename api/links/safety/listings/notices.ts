import type { ClientBase } from "pg";
import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import type { Clock, Ids, ShortUrl } from "../../../kernel/calls/capabilities.ts";
import type { Database, Transaction } from "../../../kernel/database/orm.ts";
import type { Reads } from "../../../kernel/database/reads.ts";
import { enqueueAccountMail } from "../../../accounts/identity/accountMails.ts";
import { UserRow } from "../../../accounts/identity/rows.ts";
import { domainsByNumber, shortUrlOf } from "../../core/domainOfLink.ts";
import { withoutLinks } from "../../../accounts/mail/strangersName.ts";
import { rowsOf } from "../../../kernel/database/statements.ts";
import { isScanning } from "./scan.ts";

/** Maximum number of links named in an email. */
const namedMax = 20;
/** Maximum delay of an email while many links are being marked, so that owners get one email about all of them. */
const longestWait = "1 hour";

export type NoticeServices = Database & Reads & Clock & Ids & ShortUrl;

/**
 * Emails one owner about all links listed since the last email. Each link is reported once, in the transaction that
 * deletes its notice. Returns false if no email is due.
 */
export async function notifyNextOwner(services: NoticeServices, client: ClientBase): Promise<boolean> {
  const waits = (await isScanning(client)) ? `WHERE at < now() - interval '${longestWait}'` : "";
  const { rows } = await client.query<{ ownerId: string }>(
    sql`SELECT owner_id AS "ownerId" FROM listing_notice ${raw(waits)} LIMIT 1`,
  );
  const [next] = rows;
  if (!next) return false;
  await services.orm.em.fork().transactional((tx) => notify(services, tx, next.ownerId));
  return true;
}

interface Told {
  readonly name: string;
  readonly domain: number;
  readonly code: string;
  readonly url: string;
  readonly reason: string;
}

async function notify(services: NoticeServices, tx: Transaction, ownerId: string): Promise<void> {
  const links = await rowsOf<Told>(
    tx,
    sql`WITH told AS (DELETE FROM listing_notice WHERE owner_id = ${ownerId} RETURNING link_id)
     SELECT name, domain, code, listed_url AS url, listing_reason AS reason FROM told JOIN link ON link.id = link_id
     WHERE listed_url IS NOT NULL ORDER BY link.id`,
  );
  const user = await tx.findOne(UserRow, { id: ownerId }, { disableIdentityMap: true });
  if (!user || links.length === 0) return;
  const first = links.slice(0, namedMax);
  const domains = await domainsByNumber(
    services,
    ownerId,
    first.map(({ domain }) => domain),
  );
  const named = first.map(({ name, url, reason, ...address }) => {
    const shortUrl = shortUrlOf(services, address, domains);
    return `${withoutLinks(name)} (${shortUrl}) leads to ${withoutLinks(url)}. Reason: ${withoutLinks(reason)}`;
  });
  const others = links.length - named.length;
  const data = {
    userId: ownerId,
    to: user.email,
    name: user.name,
    links: [...named, ...(others > 0 ? [`And ${others} more.`] : [])].join("\n"),
  };
  await enqueueAccountMail(services, tx, { kind: "links-listed", data });
}
