import { z } from "zod";
import { type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import type { Reads } from "../../kernel/database/reads.ts";
import { readRows } from "../../kernel/database/reads.ts";
import { compose, type MailTable } from "../../accounts/mail/compose.ts";
import type { MailJob, Written } from "../../accounts/mail/outbox.ts";
import type { Mail } from "../../accounts/mail/port.ts";
import { strangersName } from "../../accounts/mail/strangersName.ts";
import { notPaused } from "../../accounts/outlets/notPaused.ts";
import type { Firing } from "./alarm.ts";
import { firingsById } from "./queries.ts";
import { isListed } from "./rule.ts";
import { expiringRow, headline, windowText } from "./texts.ts";
import { testContent, type Content, type Recipient, type WriteServices } from "./writeTest.ts";

const addressId = z.uuid();
const jobSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("confirm-alarms"), data: z.object({ addressId }) }),
  z.object({ kind: z.literal("alarm"), data: z.object({ addressId, firings: z.string() }) }),
  z.object({ kind: z.literal("alarm-test"), data: z.object({ addressId, alarmId: z.uuid() }) }),
]);

/**
 * Writes the email of a job. Returns undefined for other kinds of email; resolves to null if the recipient or subject
 * no longer exists, if the address of a confirmation email is confirmed already, or that of another email is not.
 */
export function writeAlarmMail(services: WriteServices, job: MailJob): Promise<Written> | undefined {
  const known = jobSchema.options.some(({ shape }) => shape.kind.value === job.kind);
  return known ? write(services, job) : undefined;
}

/** Writes the email of a job; those of paused alarms wait. */
async function write(services: WriteServices, job: MailJob): Promise<Written> {
  const { kind, data } = jobSchema.parse(job);
  const recipient = await recipientOf(services, data.addressId);
  if (!recipient || recipient.isConfirmed === (kind === "confirm-alarms")) return null;
  if (kind === "alarm") return writeFired(services, recipient, data.firings.split(","));
  const alarms =
    kind === "alarm-test"
      ? await pausedOf(services, sql`id = ${data.alarmId}`)
      : await pausedOf(services, sql`id IN (SELECT alarm_id FROM alarm_recipient WHERE address_id = ${recipient.id})`);
  if (alarms.length > 0 && alarms.every(({ isPaused }) => isPaused))
    return { heldFor: alarms.map(({ id }) => id), data: job.data, mail: null };
  if (kind === "confirm-alarms") return confirmation(services, recipient);
  const content = await testContent(services, recipient, data.alarmId);
  return content && stoppable(services, recipient, content);
}

async function writeFired(services: WriteServices, recipient: Recipient, ids: readonly string[]): Promise<Written> {
  const fired = await firingsById(services, recipient.ownerId, ids);
  const content = firedContent(
    recipient,
    fired.filter(({ isPaused }) => !isPaused),
  );
  const mail = content && stoppable(services, recipient, content);
  const paused = fired.filter(({ isPaused }) => isPaused);
  if (paused.length === 0) return mail;
  const heldFor = [...new Set(paused.map(({ alarmId }) => alarmId))];
  return { heldFor, data: { addressId: recipient.id, firings: paused.map(({ id }) => id).join(",") }, mail };
}

async function pausedOf({ reads }: Reads, which: Sql) {
  return readRows<{ readonly id: string; readonly isPaused: boolean }>(
    reads,
    sql`SELECT id, NOT ${notPaused("alarm", "alarm.id")} AS "isPaused" FROM alarm WHERE ${which}`,
  );
}

async function recipientOf({ reads }: Reads, id: string): Promise<Recipient | null> {
  const [row] = await readRows<Recipient>(
    reads,
    sql`SELECT a.id, a.email, owner_id AS "ownerId", name AS owner, confirmed_at IS NOT NULL AS "isConfirmed"
     FROM alarm_address AS a JOIN user_account ON user_account.id = owner_id WHERE a.id = ${id}`,
  );
  return row ?? null;
}

function confirmation({ publicUrl, alarmTokens }: WriteServices, { id, ownerId, owner, email }: Recipient): Mail {
  const token = alarmTokens.sign("confirm alarms", id);
  return compose({
    userId: ownerId,
    to: email,
    name: email,
    subject: "Do you want alarms from hoplog?",
    paragraphs: [
      `${strangersName(owner)} wants to let you know when something unusual happens to their short links: many clicks, few clicks, visits that lead nowhere, links and domains that expire, or destinations that are dead.`,
      "Nothing is sent unless you open this link.",
    ],
    action: { label: "Send me the alarms", url: `${publicUrl}/api/alarms/confirm?token=${token}` },
    closing: "If you don't want them, you need not do anything. You can stop them later by a link in each.",
  });
}

function firedContent({ owner }: Recipient, fired: readonly Firing[]): Content | null {
  // Expired links may have been deleted in the meantime.
  const firings = fired.filter(({ kind, subjects }) => !isListed(kind) || subjects.length > 0);
  const [first, ...others] = firings;
  if (!first) return null;
  const subject = others.length === 0 ? headline(first) : `${firings.length} alarms`;
  return {
    subject: `${strangersName(owner)} on hoplog: ${subject}`,
    paragraphs: others.length === 0 ? [] : ["These came together, or waited for the end of the quiet hours."],
    tables: firings.map(firingTable),
  };
}

function firingTable(firing: Firing): MailTable {
  const title = headline(firing);
  if (firing.kind === "expiring") return { title, rows: firing.subjects.map((one) => expiringRow(one, firing.tz)) };
  if (firing.kind === "dead") return { title, rows: deadRows(firing) };
  return {
    title,
    rows: [
      [windowText(firing), String(firing.figure)],
      ["Usual at this time", String(firing.usual)],
    ],
  };
}

/** Maximum dead destinations listed per incident, because a dead site may have hundreds of links. */
const namedMax = 20;

function deadRows({ subjects, tz }: Firing): MailTable["rows"] {
  const rows = subjects.slice(0, namedMax).map((one) => expiringRow(one, tz));
  return subjects.length > namedMax ? [...rows, [`and ${subjects.length - namedMax} more`, ""]] : rows;
}

function stoppable({ publicUrl, alarmTokens }: WriteServices, recipient: Recipient, content: Content): Mail {
  const { id, ownerId, email } = recipient;
  const stopUrl = `${publicUrl}/api/alarms/stop?token=${alarmTokens.sign("stop alarms", id)}`;
  const mail = compose({
    ...content,
    userId: ownerId,
    to: email,
    name: email,
    action: { label: "Stop these alarms", url: stopUrl },
    closing: `People only; bots are left out. All alarms that fired: ${publicUrl}/settings/alarms`,
  });
  return { ...mail, stopUrl };
}
