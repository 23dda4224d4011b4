import type {
  AlarmCardFragment,
  AlarmKind,
  AlarmSensitivity,
  AlarmWindow,
  UpdateAlarmInput,
} from "../../core/graphql/generated/graphql.ts";
import { timeZone } from "../../core/live/timeZone.ts";
import { limits } from "@hoplog/schema/limits.js";

/** Values of an alarm's form. */
export interface AlarmValues {
  kind: AlarmKind;
  about: "account" | "link";
  link: string;
  per: AlarmWindow;
  sensitivity: AlarmSensitivity;
  minimum: string;
  daysBefore: string;
  emails: string;
  tz: string;
  quietFrom: string;
  quietTo: string;
}

const fieldNames = [
  "kind",
  "link",
  "per",
  "sensitivity",
  "minimum",
  "daysBefore",
  "emails",
  "tz",
  "quietFrom",
  "quietTo",
] as const;

export function firstValues(alarm: AlarmCardFragment | null): AlarmValues {
  return {
    kind: alarm?.kind ?? "spike",
    about: alarm?.linkId ? "link" : "account",
    link: alarm?.linkName ?? "",
    per: alarm?.per ?? "hour",
    sensitivity: alarm?.sensitivity ?? "medium",
    minimum: String(alarm?.minimum ?? limits.alarmMinimumDefault),
    daysBefore: String(alarm?.daysBefore ?? limits.alarmDaysBeforeDefault),
    emails: alarm?.emails.map(({ email }) => email).join("\n") ?? "",
    tz: alarm?.tz ?? timeZone,
    quietFrom: alarm?.quietFrom ?? "",
    quietTo: alarm?.quietTo ?? "",
  };
}

/** Returns whether an alarm compares figures instead of listing items. */
export function isCounted(kind: AlarmKind): boolean {
  return kind !== "expiring" && kind !== "dead";
}

export function isOfOneLink({ kind, about }: AlarmValues): boolean {
  return about === "link" && (kind === "spike" || kind === "drop");
}

/** Builds the input to create or update an alarm. */
export function changesIn(values: AlarmValues): UpdateAlarmInput & { emails: string[] } {
  const { kind, sensitivity, minimum, daysBefore, emails, tz, quietFrom, quietTo } = values;
  return {
    ...(kind === "expiring" && { daysBefore: Number(daysBefore) }),
    ...(isCounted(kind) && { sensitivity, minimum: Number(minimum) }),
    emails: emails.split(/[\s,;]+/).filter((email) => email !== ""),
    tz,
    quietFrom: quietFrom || null,
    quietTo: quietTo || null,
  };
}

/** Returns the form's field for an API field; undefined if there is none. */
export function fieldOf(name: string): keyof AlarmValues | undefined {
  if (name === "linkId") return "link";
  return fieldNames.find((field) => field === name || name.startsWith(`${field}.`));
}
