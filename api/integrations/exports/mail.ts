import { z } from "zod";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { PublicUrl } from "../../kernel/calls/capabilities.ts";
import type { Database } from "../../kernel/database/orm.ts";
import { UserRow } from "../../accounts/identity/rows.ts";
import { compose } from "../../accounts/mail/compose.ts";
import { withoutLinks } from "../../accounts/mail/strangersName.ts";
import type { MailJob } from "../../accounts/mail/outbox.ts";
import type { Mail } from "../../accounts/mail/port.ts";
import { rowsOf } from "../../kernel/database/statements.ts";

const jobData = z.object({ exportId: z.uuid() });

interface FailingRow {
  readonly owner: string;
  readonly name: string;
  readonly bucket: string;
  readonly error: string | null;
}

/**
 * Writes the email of a job. Returns undefined for other kinds of email; resolves to null if the export works again, is
 * switched off or was deleted.
 */
export function writeExportMail(services: Database & PublicUrl, job: MailJob): Promise<Mail | null> | undefined {
  return job.kind === "click-export-fails" ? write(services, jobData.parse(job.data).exportId) : undefined;
}

async function write({ orm, publicUrl }: Database & PublicUrl, id: string): Promise<Mail | null> {
  const [row] = await rowsOf<FailingRow>(
    orm.em.fork(),
    sql`SELECT owner_id AS owner, name, bucket, error FROM click_export WHERE id = ${id} AND enabled`,
  );
  if (!row || row.error === null) return null;
  const owner = await orm.em.fork().findOne(UserRow, { id: row.owner });
  if (!owner) return null;
  return compose({
    userId: owner.id,
    to: owner.email,
    name: owner.name,
    subject: `Your export “${withoutLinks(row.name)}” fails`,
    paragraphs: [
      `Your clicks can't be written to the bucket ${withoutLinks(row.bucket)}.`,
      withoutLinks(row.error),
      "It is tried again each hour, and no period is left out once it works.",
    ],
    action: { label: "Look at your exports", url: `${publicUrl}/settings/exports` },
    closing: "You get this mail once until it works again.",
  });
}
