import { z } from "zod";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { PublicUrl } from "../../kernel/calls/capabilities.ts";
import type { Database, Transaction } from "../../kernel/database/orm.ts";
import { UserRow } from "../../accounts/identity/rows.ts";
import { compose } from "../../accounts/mail/compose.ts";
import { withoutLinks } from "../../accounts/mail/strangersName.ts";
import type { MailJob } from "../../accounts/mail/outbox.ts";
import type { Mail } from "../../accounts/mail/port.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import { policyOf, type RetentionRow, retentionOf } from "./queries.ts";

const jobData = z.object({ ownerId: z.uuid(), from: z.iso.datetime(), apiKeyId: z.uuid().optional() });

/**
 * Writes the email of a job. Returns undefined for other kinds of email; resolves to null if the scheduled retention or
 * the account no longer exists.
 */
export function writeRetentionMail(services: Database & PublicUrl, job: MailJob): Promise<Mail | null> | undefined {
  return job.kind === "click-retention" ? write(services, jobData.parse(job.data)) : undefined;
}

async function write(
  { orm, publicUrl }: Database & PublicUrl,
  { ownerId, from, apiKeyId }: z.output<typeof jobData>,
): Promise<Mail | null> {
  const em = orm.em.fork();
  const [row] = await rowsOf<RetentionRow>(em, retentionOf(ownerId));
  const { waiting } = policyOf(row);
  if (!waiting || waiting.from.toISOString() !== from) return null;
  const owner = await em.findOne(UserRow, { id: ownerId });
  if (!owner) return null;
  const who = apiKeyId === undefined ? null : await keyName(em, apiKeyId);
  const at = `${from.slice(0, 10)} at ${from.slice(11, 16)} UTC`;
  return compose({
    userId: owner.id,
    to: owner.email,
    name: owner.name,
    subject: "Old single clicks will be removed",
    paragraphs: [
      `${who === null ? "Somebody who is signed in to your account" : who === "" ? "An API key of yours" : `Your API key “${withoutLinks(who)}”`} has asked to keep single clicks for ${waiting.days} days. From ${at} on, older ones are removed, and nobody can bring them back.`,
      "Figures, charts and visitors per day stay, as sums. Lists by country, browser or referrer, filters, histories, exports and SQL then begin at the first day that is left.",
      `If that wasn't you, or you have changed your mind, cancel it before then and ${who === null ? "change your password" : "revoke the key"}.`,
    ],
    action: { label: "Look at it", url: `${publicUrl}/settings/exports` },
    closing: "You get this mail each time that a shorter time is set.",
  });
}

/** Returns a key's name; empty if its row was deleted. */
async function keyName(em: Transaction, id: string): Promise<string> {
  const [row] = await rowsOf<{ name: string }>(em, sql`SELECT name FROM api_key WHERE id = ${id}`);
  return row?.name ?? "";
}
