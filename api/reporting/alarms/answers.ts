import { z } from "zod";
import { answer, count, etag, instant, message, recordId } from "../../kernel/calls/answers.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";
import { expiringKinds } from "./alarm.ts";
import { alarmKinds, sensitivities, windowSizes } from "./rule.ts";

const clock = z.string().nullable();
const address = z.object({
  email: z.string(),
  confirmedAt: instant.nullable().describe("When it agreed; null: nothing is sent there yet"),
});

const alarm = z.object({
  _id: recordId,
  kind: z.enum(alarmKinds),
  linkId: recordId.nullable().describe("Null: all links"),
  linkName: z.string().nullable().describe("Null too for an API key without links:read"),
  per: z.enum(windowSizes).nullable().describe("What is compared: hours or days"),
  sensitivity: z.enum(sensitivities).nullable(),
  minimum: count.nullable().describe("Below so many no alarm fires"),
  daysBefore: count.nullable().describe("Of what expires"),
  emails: z.array(address),
  tz: z.string(),
  quietFrom: clock.describe("Nothing is mailed from then, as HH:MM of `tz`"),
  quietTo: clock.describe("To then"),
  isOn: z.boolean(),
  firingSince: instant.nullable().describe("When the incident was noticed that goes on"),
  createdAt: instant,
  etag,
});

const expiring = z.object({
  kind: z.enum(expiringKinds),
  id: recordId,
  name: z.string(),
  at: instant.describe("When it ends, or since when it doesn't work"),
});

const firing = z.object({
  _id: recordId,
  alarmId: recordId,
  kind: z.enum(alarmKinds),
  linkId: recordId.nullable(),
  linkName: z.string().nullable().describe("Null too for an API key without links:read"),
  from: instant.describe("The window that was compared"),
  to: instant,
  figure: count,
  usual: z.number().nullable(),
  subjects: z.array(expiring).describe("Of what expires, and of dead destinations"),
  firedAt: instant,
  endedAt: instant.nullable(),
  mailAt: instant.describe("When its mail goes out: at once, or when the quiet hours end"),
});

export const alarmAnswers = {
  Alarm: alarm,
  AlarmFiring: firing,
  AlarmAnswer: answer({ message, data: alarm }),
  AlarmsAnswer: answer({ data: z.array(alarm) }),
  AlarmHistoryAnswer: answer({ data: z.array(firing) }),
} satisfies Answers;

export const alarmsTag: Tag = {
  name: "Alarms",
  description:
    "Mails when clicks are unusually many or few, visits lead nowhere, links and domains expire, or destinations are dead",
};
