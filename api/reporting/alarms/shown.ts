import type { Alarm, AlarmAddress } from "./alarm.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { clockOf } from "./quietHours.ts";

/** What its editors set. */
export function alarmSettings({ sensitivity, minimum, daysBefore, tz, quiet, isOn, addresses }: Alarm): object {
  return { sensitivity, minimum, daysBefore, tz, quiet, isOn, emails: addresses.map(({ email }) => email) };
}

/** An alarm as callers see it. */
export interface ShownAlarm extends Omit<
  Alarm,
  "ownerId" | "linkCode" | "quiet" | "addresses" | "judgedTo" | "firingId" | "calmSince"
> {
  readonly emails: AlarmAddress[];
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly etag: string;
}

export function shownAlarm(alarm: Alarm): ShownAlarm {
  const { ownerId: _owner, linkCode: _code, quiet, addresses, judgedTo: _judged, firingId: _firing, ...rest } = alarm;
  const { calmSince: _calm, ...shown } = rest;
  return {
    ...shown,
    emails: [...addresses],
    quietFrom: quiet && clockOf(quiet.from),
    quietTo: quiet && clockOf(quiet.to),
    etag: etagOfSettings(alarmSettings(alarm)),
  };
}
