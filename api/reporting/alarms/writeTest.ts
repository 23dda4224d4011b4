import type { Alarm } from "./alarm.ts";
import { listedItems } from "./listed.ts";
import { readHistory } from "./figures.ts";
import { isCounted } from "./evaluateDue.ts";
import { alarmOfOwner } from "./queries.ts";
import { isListed, isUnusual } from "./rule.ts";
import { settleMs } from "./settle.ts";
import type { CountedAlarm } from "./evaluateCounted.ts";
import { alarmText, expiringRow, windowText } from "./texts.ts";
import { lastWindow } from "./windows.ts";
import type { AlarmServices } from "./services.ts";
import type { MailTable } from "../../accounts/mail/compose.ts";

export type WriteServices = Pick<AlarmServices, "orm" | "reads" | "clickhouse" | "publicUrl" | "now" | "alarmTokens">;

export interface Recipient {
  readonly id: string;
  readonly email: string;
  readonly ownerId: string;
  readonly owner: string;
  readonly isConfirmed: boolean;
}

/** Content of an alarm's email. */
export interface Content {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly tables: readonly MailTable[];
}

/**
 * Builds a test email from the figures that the alarm would compare now. Returns null for a deleted alarm. Throws if
 * ClickHouse is unavailable.
 */
export async function testContent(
  services: WriteServices,
  { ownerId }: Recipient,
  alarmId: string,
): Promise<Content | null> {
  const alarm = await alarmOfOwner(services, ownerId, alarmId);
  if (!alarm) return null;
  const { paragraph, tables } = isCounted(alarm) ? await figures(services, alarm) : await listed(services, alarm);
  return {
    subject: `Test of an alarm on hoplog: ${alarmText(alarm)}`,
    paragraphs: ["This is a test that somebody asked for; no alarm has fired.", paragraph],
    tables,
  };
}

type Part = Pick<Content, "tables"> & { readonly paragraph: string };

async function figures(services: WriteServices, alarm: CountedAlarm): Promise<Part> {
  const { per, tz, kind } = alarm;
  const window = lastWindow(per, new Date(services.now().getTime() - settleMs[kind]), tz);
  const compared = (await readHistory(services, alarm, per, [window])).compare(window);
  const isRaised = isUnusual(alarm, compared);
  const usual = compared.usual === null ? "not known yet" : String(compared.usual);
  const verdicts = {
    unknown: "What is usual isn't known yet: that takes three days.",
    raised: "With these figures it fires, unless it goes on already.",
    calm: "With these figures it doesn't fire.",
  };
  return {
    paragraph: isRaised === null ? verdicts.unknown : isRaised ? verdicts.raised : verdicts.calm,
    tables: [
      {
        title: kind === "misses" ? "Visits that led nowhere" : "Clicks",
        rows: [
          [windowText({ ...window, tz, per }), String(compared.figure)],
          ["Usual at this time", usual],
        ],
      },
    ],
  };
}

async function listed({ orm, now }: WriteServices, { kind, ownerId, daysBefore, tz }: Alarm): Promise<Part> {
  if (!isListed(kind)) return { paragraph: "It doesn't say what it compares.", tables: [] };
  const found = await listedItems(orm.em.fork(), { ownerId, kind, daysBefore }, now(), null);
  const texts = {
    expiring: ["Nothing expires soon.", "This expires soon or doesn't work now.", "Links and domains"],
    dead: ["No destination is dead.", "These destinations are dead now.", "Links"],
  } as const;
  const [none, some, title] = texts[kind];
  return {
    paragraph: found.length === 0 ? none : some,
    tables: [{ title, rows: found.map((one) => expiringRow(one, tz)) }],
  };
}
