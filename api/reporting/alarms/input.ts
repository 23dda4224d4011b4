import { type FieldError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { emailProblem } from "@hoplog/schema/validation/identity.js";
import { requireTimeZone } from "../../clicks/counts/range.ts";
import type { AlarmSettings } from "./alarm.ts";
import { minuteOf } from "./quietHours.ts";
import { alarmKinds, isListed, sensitivities, windowSizes } from "./rule.ts";

/** Changes of an alarm. Undefined and null leave a value unchanged, but null removes the quiet hours. */
export interface AlarmChanges {
  readonly sensitivity?: string | null | undefined;
  readonly minimum?: number | null | undefined;
  readonly daysBefore?: number | null | undefined;
  readonly emails?: readonly string[] | null | undefined;
  readonly tz?: string | null | undefined;
  readonly quietFrom?: string | null | undefined;
  readonly quietTo?: string | null | undefined;
  readonly isOn?: boolean | null | undefined;
}

export interface NewAlarm extends AlarmChanges {
  readonly kind: string;
  readonly linkId?: string | null | undefined;
  readonly per?: string | null | undefined;
  readonly emails: readonly string[];
}

export interface ParsedAlarm {
  readonly settings: AlarmSettings;
  /** Email addresses; undefined leaves them unchanged. */
  readonly emails: readonly string[] | undefined;
}

type Fixed = Pick<AlarmSettings, "kind" | "linkId" | "per">;

/** Validates a new alarm. Throws VALIDATION_ERROR with every invalid field. */
export function parseNewAlarm(input: NewAlarm): ParsedAlarm {
  const problems: FieldError[] = [];
  const kind = oneOf(alarmKinds, input.kind, "kind", problems) ?? "spike";
  const linkId = input.linkId || null;
  if (linkId !== null && kind !== "spike" && kind !== "drop") {
    problems.push({ field: "linkId", message: "Only alarms of the kinds spike and drop can monitor one link" });
  }
  const counts = !isListed(kind);
  if (!counts && input.per) problems.push({ field: "per", message: "Must be omitted for the kinds expiring and dead" });
  const per = counts ? (oneOf(windowSizes, input.per ?? "hour", "per", problems) ?? "hour") : null;
  const begun = {
    sensitivity: counts ? ("medium" as const) : null,
    minimum: counts ? limits.alarmMinimumDefault : null,
    daysBefore: kind === "expiring" ? limits.alarmDaysBeforeDefault : null,
    tz: "UTC",
    quiet: null,
    isOn: true,
  };
  const settings = settingsOf({ kind, linkId, per }, begun, input, problems);
  const emails = emailsOf(input.emails, problems);
  if (problems.length > 0) throw validationError(problems);
  return { settings, emails };
}

/** Validates changes like {@link parseNewAlarm}, and applies them to existing settings. */
export function parseAlarmChanges(before: AlarmSettings, changes: AlarmChanges): ParsedAlarm {
  const problems: FieldError[] = [];
  if (Object.values(changes).every((value) => value === undefined)) {
    throw validationError([{ field: "body", message: "Provide at least one field to change" }]);
  }
  const settings = settingsOf(before, before, changes, problems);
  const emails = changes.emails ? emailsOf(changes.emails, problems) : undefined;
  if (problems.length > 0) throw validationError(problems);
  return { settings, emails };
}

function settingsOf(
  { kind, linkId, per }: Fixed,
  before: Omit<AlarmSettings, keyof Fixed>,
  changes: AlarmChanges,
  problems: FieldError[],
): AlarmSettings {
  const counts = !isListed(kind);
  if (kind !== "expiring" && changes.daysBefore) {
    problems.push({ field: "daysBefore", message: "Must be omitted for kinds other than expiring" });
  }
  if (!counts && changes.sensitivity)
    problems.push({ field: "sensitivity", message: "Must be omitted for the kinds expiring and dead" });
  if (!counts && changes.minimum)
    problems.push({ field: "minimum", message: "Must be omitted for the kinds expiring and dead" });
  return {
    kind,
    linkId,
    per,
    sensitivity:
      changes.sensitivity && counts
        ? (oneOf(sensitivities, changes.sensitivity, "sensitivity", problems) ?? before.sensitivity)
        : before.sensitivity,
    minimum: counts ? within("minimum", changes.minimum, limits.alarmMinimumMax, before.minimum, problems) : null,
    daysBefore:
      kind !== "expiring"
        ? null
        : within("daysBefore", changes.daysBefore, limits.alarmDaysBeforeMax, before.daysBefore, problems),
    tz: zoneOf(changes.tz, before.tz, problems),
    quiet: quietOf(before, changes, problems),
    isOn: changes.isOn ?? before.isOn,
  };
}

function within(
  field: string,
  value: number | null | undefined,
  max: number,
  before: number | null,
  problems: FieldError[],
): number | null {
  if (value === undefined || value === null) return before;
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  problems.push({ field, message: `Must be a whole number from 1 to ${max}` });
  return before;
}

function zoneOf(tz: string | null | undefined, before: string, problems: FieldError[]): string {
  if (tz === undefined || tz === null) return before;
  try {
    return requireTimeZone(tz);
  } catch {
    problems.push({ field: "tz", message: "Must be an IANA time zone, such as Europe/Berlin" });
    return before;
  }
}

function quietOf(
  { quiet }: Pick<AlarmSettings, "quiet">,
  { quietFrom, quietTo }: AlarmChanges,
  problems: FieldError[],
): AlarmSettings["quiet"] {
  if (quietFrom === undefined && quietTo === undefined) return quiet;
  if (!quietFrom && !quietTo) return null;
  const [from, to] = [minuteOf(quietFrom ?? ""), minuteOf(quietTo ?? "")];
  if (from === null) problems.push({ field: "quietFrom", message: "Must be a time of day, such as 22:00" });
  if (to === null) problems.push({ field: "quietTo", message: "Must be a time of day, such as 07:00" });
  if (from !== null && from === to)
    problems.push({ field: "quietTo", message: "Must differ from the start of the quiet hours" });
  return from === null || to === null ? quiet : { from, to };
}

function emailsOf(given: readonly string[], problems: FieldError[]): readonly string[] {
  const emails = new Map(given.map((email) => [email.trim().toLowerCase(), email.trim()]));
  if (emails.size === 0) problems.push({ field: "emails", message: "Email is required" });
  if (given.length > limits.alarmEmailsMax) {
    problems.push({ field: "emails", message: `Must contain at most ${limits.alarmEmailsMax} addresses` });
    return [];
  }
  const problem = [...emails.values()].map(emailProblem).find((message) => message !== null);
  if (problem) problems.push({ field: "emails", message: problem });
  return [...emails.values()];
}

function oneOf<T extends string>(
  known: readonly T[],
  value: string,
  field: string,
  problems: FieldError[],
): T | undefined {
  const found = known.find((one) => one === value);
  if (found === undefined) problems.push({ field, message: `Must be one of ${known.join(", ")}` });
  return found;
}
