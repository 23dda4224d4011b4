import type { AlarmKind, Sensitivity, WindowSize } from "./rule.ts";
import type { QuietHours } from "./quietHours.ts";

/** An address to which alarms of a workspace are sent. */
export interface AlarmAddress {
  readonly email: string;
  /** Time of the confirmation; null until the address is confirmed. */
  readonly confirmedAt: Date | null;
}

/** Settings of an alarm; those that its kind does not have are null. */
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
  /** Start of the current incident; null if there is none. */
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

/** A link, domain or certificate that expires, or a broken link. */
export interface Expiring {
  /**
   * `dnsMismatch`, `txtMissing` and `ownershipLost` are states of domains; `certificate` is one that expires soon and
   * was not renewed; `destination` is a link whose destination is dead.
   */
  readonly kind: ExpiringKind;
  readonly id: string;
  /** The link's name with its code, or the domain's name; empty for users who may not read it. */
  readonly name: string;
  /** Time of expiry, or of the beginning of the failure, in ISO 8601. */
  readonly at: string;
}

/** A detected incident with the figures that were compared. */
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
  /** Time at which the incident's email is sent: at once, or at the end of the quiet hours. */
  readonly mailAt: Date;
}
