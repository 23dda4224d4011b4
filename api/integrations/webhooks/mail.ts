import { sql } from "@hoplog/platform/postgres/sql.js";
import { webhookLimits } from "@hoplog/schema/webhooks.js";
import { z } from "zod";
import type { PublicUrl } from "../../kernel/calls/capabilities.ts";
import type { Database } from "../../kernel/database/orm.ts";
import { UserRow } from "../../accounts/identity/rows.ts";
import { compose } from "../../accounts/mail/compose.ts";
import { withoutLinks } from "../../accounts/mail/strangersName.ts";
import type { MailJob } from "../../accounts/mail/outbox.ts";
import type { Mail } from "../../accounts/mail/port.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import type { DisabledReason } from "./outbox/webhook.ts";

const jobData = z.object({ webhookId: z.uuid() });
const kinds = ["webhook-fails", "webhook-off"] as const;

interface Row {
  readonly owner: string;
  readonly name: string;
  readonly url: string;
  readonly reason: DisabledReason | null;
  readonly fails: boolean;
}

/**
 * Writes the email of a job. Returns undefined for other kinds of email; resolves to null if the webhook works or is
 * enabled again, or was deleted.
 */
export function writeWebhookMail(services: Database & PublicUrl, job: MailJob): Promise<Mail | null> | undefined {
  const kind = kinds.find((each) => each === job.kind);
  return kind && write(services, jobData.parse(job.data).webhookId, kind);
}

const reasons: Readonly<Record<DisabledReason, string>> = {
  failing: `No message could be delivered for ${webhookLimits.disabledAfterDays} days.`,
  gone: "Its receiver has answered that it is gone (410).",
  backlog: `More than ${webhookLimits.waitingMax.toLocaleString("en-US")} messages waited for it.`,
};

async function write(
  { orm, publicUrl }: Database & PublicUrl,
  id: string,
  kind: (typeof kinds)[number],
): Promise<Mail | null> {
  const em = orm.em.fork();
  const [row] = await rowsOf<Row>(
    em,
    sql`SELECT owner_id AS owner, name, url, disabled_reason AS reason, failing_since IS NOT NULL AS fails FROM webhook
      WHERE id = ${id}`,
  );
  if (!row || (kind === "webhook-off" ? row.reason === null : !row.fails || row.reason !== null)) return null;
  const owner = await em.findOne(UserRow, { id: row.owner });
  if (!owner) return null;
  const { reason } = row;
  const [name, url] = [withoutLinks(row.name), withoutLinks(row.url)];
  return compose({
    userId: owner.id,
    to: owner.email,
    name: owner.name,
    subject: reason ? `Your webhook “${name}” is switched off` : `Your webhook “${name}” fails`,
    paragraphs: reason
      ? [
          `Nothing is sent to ${url} any more.`,
          reasons[reason],
          "What has happened since is not kept for it. Switch it on again once its receiver works; what waited is sent then.",
        ]
      : [
          `Nothing could be delivered to ${url} for ${webhookLimits.toldAfterDays} day.`,
          `It is switched off after ${webhookLimits.disabledAfterDays} days without a delivery.`,
        ],
    action: { label: "Look at your webhooks", url: `${publicUrl}/settings/webhooks` },
  });
}
