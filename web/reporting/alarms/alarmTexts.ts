import type {
  AlarmCardFragment,
  AlarmFiringFragment,
  AlarmKind,
  AlarmSensitivity,
  ExpiringKind,
} from "../../core/graphql/generated/graphql.ts";
import { formatCount } from "../../links/core/linkTexts.ts";

export const kindTexts: Readonly<Record<AlarmKind, string>> = {
  spike: "Many clicks",
  drop: "Few clicks",
  misses: "Visits that led nowhere",
  expiring: "Links and domains that expire",
  dead: "Dead destinations",
};

/** Describes the thresholds of each sensitivity, relative to the usual number of clicks. */
export const manyTexts: Readonly<Record<AlarmSensitivity, string>> = {
  low: "five times as many as usual",
  medium: "three times as many as usual",
  high: "twice as many as usual",
};
export const fewTexts: Readonly<Record<AlarmSensitivity, string>> = {
  low: "a tenth of the usual",
  medium: "three tenths of the usual",
  high: "half of the usual",
};

export const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns an alarm's name, which distinguishes several on a page. */
export function alarmName({ kind, linkId, linkName, per }: AlarmCardFragment): string {
  const of = linkId === null ? "" : ` of ${linkName ?? "a deleted link"}`;
  const often = per === null ? "" : per === "day" ? " in a day" : " in an hour";
  return `${kindTexts[kind]}${of}${often}`;
}

export function ruleText({ kind, sensitivity, minimum, daysBefore }: AlarmCardFragment): string {
  if (kind === "expiring") return `${daysBefore ?? 0} ${daysBefore === 1 ? "day" : "days"} before`;
  if (kind === "dead") return "once for each link whose destination is dead";
  const least = formatCount(minimum ?? 0);
  if (kind === "drop") return `${fewTexts[sensitivity ?? "medium"]}, where that is at least ${least}`;
  return `${manyTexts[sensitivity ?? "medium"]}, and at least ${least}`;
}

export function firingTitle({ kind, linkName, figure, usual }: AlarmFiringFragment): string {
  if (kind === "expiring") return `${formatCount(figure)} ${figure === 1 ? "thing expires" : "things expire"}`;
  if (kind === "dead") return `${formatCount(figure)} ${figure === 1 ? "destination is" : "destinations are"} dead`;
  const what = kind === "misses" ? "visits that led nowhere" : "clicks";
  const of = linkName ? ` of ${linkName}` : "";
  return `${formatCount(figure)} ${what}${of}, usually ${formatCount(usual ?? 0)}`;
}

const expiringTexts: Readonly<Record<ExpiringKind, string>> = {
  link: "ends",
  txtMissing: "has no TXT record and is given up",
  dnsMismatch: "leads elsewhere since",
  ownershipLost: "is not proved any more since",
  certificate: "has a certificate that could not be renewed and expires",
  destination: "leads to a dead destination since",
};

export function expiringText({ kind }: { readonly kind: ExpiringKind }): string {
  return expiringTexts[kind];
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const time = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

export function momentText(iso: string): string {
  const at = new Date(iso);
  return `${day.format(at)}, ${time.format(at)}`;
}

/** Formats the compared hour or day in the viewer's time zone. */
export function windowText({ from, to }: AlarmFiringFragment): string {
  const sameDay = day.format(new Date(from)) === day.format(new Date(to));
  return `${momentText(from)} to ${sameDay ? time.format(new Date(to)) : momentText(to)}`;
}
