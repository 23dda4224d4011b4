import type { AlarmKind, Sensitivity, WindowSize } from "./rule.ts";
import type { QuietHours } from "./quietHours.ts";

/** An address that alarms of a workspace are mailed to. */
export interface AlarmAddress {
  readonly email: string;
  /** Null until it has agreed. */
  readonly confirmedAt: Date | null;
}

/** What kinds that count have, and what those have that name things. */
export interface AlarmSettings {
  readonly kind: AlarmKind;
  readonly linkId: string | null;
  readonly per: WindowSize | null;
  readonly sensitivity: Sensitivity | null;
  readonly minimum: number | null;
  readonly daysBefore: number | null;
  readonly tz: string;
  readonly quiet: QuietHours | null;
  readonly isOn: boolean;
}

export interface Alarm extends AlarmSettings {
  readonly id: string;
  readonly ownerId: string;
  readonly linkName: string | null;
  readonly linkCode: string | null;
  readonly createdAt: Date;
  readonly judgedTo: Date;
  readonly firingId: string | null;
  /** When the incident that goes on was noticed. */
  readonly firingSince: Date | null;
  readonly calmSince: Date | null;
  readonly addresses: readonly AlarmAddress[];
}

export const expiringKinds = [
  "link",
  "dnsMismatch",
  "txtMissing",
  "ownershipLost",
  "certificate",
  "destination",
] as const;
export type ExpiringKind = (typeof expiringKinds)[number];

/** Something that ends unless somebody does something about it, or leads nowhere any more. */
export interface Expiring {
  /** `dnsMismatch`, `txtMissing` and `ownershipLost` are states of domains, and `certificate` is one that expires soon without a new one; `destination` is a link whose destination is dead. */
  readonly kind: ExpiringKind;
  readonly id: string;
  /** Of the link, with its code; of the domain; empty for those who may not read it. */
  readonly name: string;
  /** ISO 8601: when it ends, or since when it doesn't work. */
  readonly at: string;
}

/** An incident as it was noticed: what was compared. */
export interface Firing {
  readonly id: string;
  readonly alarmId: string;
  readonly kind: AlarmKind;
  readonly linkId: string | null;
  readonly linkName: string | null;
  readonly linkCode: string | null;
  readonly per: WindowSize | null;
  readonly tz: string;
  readonly from: Date;
  readonly to: Date;
  readonly figure: number;
  readonly usual: number | null;
  readonly subjects: readonly Expiring[];
  readonly firedAt: Date;
  readonly endedAt: Date | null;
  /** When its mail goes out: at once, or when the quiet hours end. */
  readonly mailAt: Date;
}
