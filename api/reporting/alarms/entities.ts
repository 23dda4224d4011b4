import { z } from "zod";
import { count, etag, instant, recordId } from "../../kernel/contract/answerPieces.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { entity, part } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import type { Alarm, ExpiringKind, Firing } from "./alarm.ts";
import { clockOf } from "./quietHours.ts";
import type { AlarmKind, Sensitivity, WindowSize } from "./rule.ts";

export const kind = enumeration<AlarmKind>("AlarmKind", "What an alarm watches for", {
  spike: "Far more human clicks than usual",
  drop: "Far fewer human clicks than usual",
  misses: "Far more human visits to unknown short URLs than usual",
  expiring: "Links that expire soon, and domains that fail or will fail soon",
  dead: "Active links with unreachable destinations",
});

export const sensitivity = enumeration<Sensitivity>("AlarmSensitivity", "How unusual traffic must be", {
  low: "Five times as many clicks, or a tenth",
  medium: "Three times as many clicks, or three tenths",
  high: "Twice as many clicks, or half",
});

export const windowSize = enumeration<WindowSize>("AlarmWindow", "Period that is compared with previous weeks", {
  hour: "Each hour",
  day: "Each day",
});

const expiringKind = enumeration<ExpiringKind>("ExpiringKind", "Kind of a thing that expires or does not work", {
  link: "A link that expires",
  dnsMismatch: "A domain whose DNS records lead elsewhere",
  txtMissing: "A domain whose TXT record is missing",
  ownershipLost: "A domain that no longer belongs to the workspace",
  certificate: "A domain whose certificate expires and could not be renewed",
  destination: "A link whose destination is unreachable",
});

const linkName = z.string().nullable().describe("Name of the link; null for API keys without links:read");
const linkId = recordId.nullable().describe("Link that is watched; null for all links");

/** Returns the editable fields of an alarm, for its ETag. */
export function alarmSettings({ sensitivity: how, minimum, daysBefore, tz, quiet, isOn, addresses }: Alarm): object {
  const emails = addresses.map(({ email }) => email);
  return { sensitivity: how, minimum, daysBefore, tz, quiet, isOn, emails };
}

/** An alarm in API responses. */
export const alarm = entity<Alarm>()({
  name: "Alarm",
  description: "Monitors a workspace or a link, and reports unusual activity by mail",
  fields: {
    id: recordId.describe("ID of the alarm"),
    kind: kind.describe("What the alarm watches for"),
    linkId,
    linkName,
    per: windowSize.nullable().describe("Compared period; null for expiry alarms"),
    sensitivity: sensitivity.nullable().describe("How unusual traffic must be; null for expiry alarms"),
    minimum: count.nullable().describe("Minimum clicks before firing; null for expiry alarms"),
    daysBefore: count.nullable().describe("Days of notice before something expires; null for other alarms"),
    emails: z
      .array(
        part("AlarmAddress", "Recipient of an alarm", {
          email: z.string().describe("Email address"),
          confirmedAt: instant.nullable().describe("Time of the recipient's consent; null while it is pending"),
        }),
      )
      .describe("Recipients"),
    tz: z.string().describe("IANA time zone of the compared periods and the quiet hours"),
    quietFrom: z.string().nullable().describe("Start of quiet hours as HH:MM in `tz`; null for none"),
    quietTo: z.string().nullable().describe("End of quiet hours; held alarms are sent as one mail"),
    isOn: z.boolean().describe("Whether the alarm is active"),
    firingSince: instant.nullable().describe("Start of the current incident; null for none"),
    createdAt: instant.describe("Creation time"),
    etag,
  },
  computed: {
    emails: ({ addresses }) => addresses,
    quietFrom: ({ quiet }) => quiet && clockOf(quiet.from),
    quietTo: ({ quiet }) => quiet && clockOf(quiet.to),
    etag: (shown) => etagOfSettings(alarmSettings(shown)),
  },
});

/** An incident in API responses. */
export const firing = entity<Firing>()({
  name: "AlarmFiring",
  description: "An incident with the figures that raised it",
  fields: {
    id: recordId.describe("ID of the incident"),
    alarmId: recordId.describe("ID of its alarm"),
    kind: kind.describe("What the alarm watches for"),
    linkId,
    linkName,
    from: instant.describe("Start of the compared period"),
    to: instant.describe("End of the compared period"),
    figure: count.describe("Clicks or visits in the period, or the number of expiring things"),
    usual: z.number().nullable().describe("Median of the previous weeks; null for expiry alarms"),
    subjects: z
      .array(
        part("Expiring", "Something that expires unless somebody acts", {
          kind: expiringKind.describe("Kind of the thing"),
          id: recordId.describe("ID of the link or domain"),
          name: z.string().describe("Name and code of the link, or name of the domain"),
          at: instant.describe("Expiry time, or time of the failure"),
        }),
      )
      .describe("Expiring things and dead destinations"),
    firedAt: instant.describe("Detection time"),
    endedAt: instant.nullable().describe("End of the first normal period afterwards; null while the incident lasts"),
    mailAt: instant.describe("Time of its mail: immediately, or at the end of quiet hours"),
  },
  computed: {},
});
