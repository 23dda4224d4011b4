import { z } from "zod";
import { count, etag, instant, recordId } from "../../kernel/contract/answerPieces.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { entity, part } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import type { Alarm, ExpiringKind, Firing } from "./alarm.ts";
import { clockOf } from "./quietHours.ts";
import type { AlarmKind, Sensitivity, WindowSize } from "./rule.ts";

export const kind = enumeration<AlarmKind>("AlarmKind", "Kind of event that an alarm detects", {
  spike: "Far more clicks by people than usual",
  drop: "Far fewer clicks by people than usual",
  misses: "Far more visits by people that reached no destination than usual",
  expiring: "Links that expire soon, and domains that do not work or will stop working soon",
  dead: "Active links whose destinations are unreachable",
});

export const sensitivity = enumeration<Sensitivity>(
  "AlarmSensitivity",
  "Difference from usual traffic that makes an alarm fire",
  {
    low: "At least five times the usual number, or at most a tenth of it",
    medium: "At least three times the usual number, or at most three tenths of it",
    high: "At least twice the usual number, or at most half of it",
  },
);

export const windowSize = enumeration<WindowSize>(
  "AlarmWindow",
  "Length of the period that is compared with previous weeks",
  {
    hour: "One hour",
    day: "One day",
  },
);

const expiringKind = enumeration<ExpiringKind>("ExpiringKind", "Problem of an expiring or failing link or domain", {
  link: "A link that expires",
  dnsMismatch: "A domain whose DNS records point to another server",
  txtMissing: "A domain whose TXT record is missing",
  ownershipLost: "A domain that is no longer served, because its ownership could not be verified",
  certificate: "A domain whose certificate expires soon and could not be renewed",
  destination: "A link whose destination is unreachable",
});

const linkName = z
  .string()
  .nullable()
  .describe("Name of the link; null without a link, or without the scope `links:read`");
const linkId = recordId.nullable().describe("ID of the monitored link; null for all links");

/** Returns the editable fields of an alarm, for its ETag. */
export function alarmSettings({ sensitivity: how, minimum, daysBefore, tz, quiet, isOn, addresses }: Alarm): object {
  const emails = addresses.map(({ email }) => email);
  return { sensitivity: how, minimum, daysBefore, tz, quiet, isOn, emails };
}

/** An alarm in API responses. */
export const alarm = entity<Alarm>()({
  name: "Alarm",
  description: "A rule that monitors a workspace or a link, and sends alerts by email",
  fields: {
    id: recordId.describe("Alarm ID"),
    kind: kind.describe("Kind of event that the alarm detects"),
    linkId,
    linkName,
    per: windowSize.nullable().describe("Length of the compared period; null for the kinds `expiring` and `dead`"),
    sensitivity: sensitivity
      .nullable()
      .describe("Required difference from usual traffic; null for the kinds `expiring` and `dead`"),
    minimum: count
      .nullable()
      .describe(
        "Minimum number of clicks or visits in the period for the alarm to fire; for `drop`, minimum usual number of clicks. Null for the kinds `expiring` and `dead`",
      ),
    daysBefore: count
      .nullable()
      .describe("Days of notice before something expires; null for kinds other than `expiring`"),
    emails: z
      .array(
        part("AlarmAddress", "A recipient of an alarm", {
          email: z.string().describe("Email address"),
          confirmedAt: instant.nullable().describe("Time of the recipient's consent; null while it is pending"),
        }),
      )
      .describe("Recipients of the alarm"),
    tz: z.string().describe("IANA time zone of the compared periods and the quiet hours"),
    quietFrom: z.string().nullable().describe("Start of the quiet hours as HH:MM in `tz`; null for none"),
    quietTo: z
      .string()
      .nullable()
      .describe("End of the quiet hours as HH:MM in `tz`; alerts held until then are sent as one email. Null for none"),
    isOn: z.boolean().describe("Whether the alarm is switched on"),
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
  description: "An incident that an alarm detected, with its figures",
  fields: {
    id: recordId.describe("Incident ID"),
    alarmId: recordId.describe("ID of the alarm"),
    kind: kind.describe("Kind of event that the alarm detected"),
    linkId,
    linkName,
    from: instant.describe("Start of the compared period"),
    to: instant.describe("End of the compared period"),
    figure: count.describe(
      "Number of clicks or visits in the period, or number of expiring or failing links and domains",
    ),
    usual: z
      .number()
      .nullable()
      .describe("Median number of clicks or visits in earlier periods; null for the kinds `expiring` and `dead`"),
    subjects: z
      .array(
        part("Expiring", "An expiring or failing link or domain", {
          kind: expiringKind.describe("Problem of the link or domain"),
          id: recordId.describe("ID of the link or domain"),
          name: z.string().describe("Name and code of the link, or name of the domain"),
          at: instant.describe("Expiry time, or time since which the link or domain has been failing"),
        }),
      )
      .describe("Expiring or failing links and domains"),
    firedAt: instant.describe("Time when the incident was detected"),
    endedAt: instant
      .nullable()
      .describe("End of the first normal period after the incident; null while the incident lasts"),
    mailAt: instant.describe("Time when the email is sent: immediately, or at the end of the quiet hours"),
  },
  computed: {},
});
