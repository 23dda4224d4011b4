import { counted } from "@hoplog/schema/counted.js";
import { withoutLinks } from "../../accounts/mail/strangersName.ts";
import type { Alarm, Expiring, Firing } from "./alarm.ts";

const count = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

type FiringText = Pick<Firing, "kind" | "linkName" | "linkCode" | "figure" | "usual">;

/** Describes an incident in one line. */
export function headline({ kind, linkName, linkCode, figure, usual }: FiringText): string {
  if (kind === "expiring") return expiringHeadline(figure);
  if (kind === "dead") return deadHeadline(figure);
  const what = kind === "misses" ? "visits that led nowhere" : "clicks";
  const of = linkName === null ? "" : ` of ${withoutLinks(linkName)} (${linkCode})`;
  const compared = usual === null ? "" : `, usually ${count.format(usual)}`;
  const more = kind === "drop" ? "Fewer" : "More";
  return `${more} ${what}${of} than usual: ${count.format(figure)}${compared}`;
}

function expiringHeadline(figure: number): string {
  return counted(figure, "thing that expires or doesn't work", "things that expire or don't work");
}

function deadHeadline(figure: number): string {
  return counted(figure, "link whose destination is dead", "links whose destinations are dead");
}

/** Formats an hour or day in the alarm's time zone. */
export function windowText({ from, to, tz, per }: Pick<Firing, "from" | "to" | "tz" | "per">): string {
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: tz });
  if (per === "day") return `${day.format(from)} (${tz})`;
  const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: tz });
  return `${day.format(from)}, ${time.format(from)} to ${time.format(to)} (${tz})`;
}

const states: Readonly<Record<Expiring["kind"], string>> = {
  link: "ends",
  txtMissing: "TXT record missing: we give it up",
  dnsMismatch: "DNS leads elsewhere, since",
  ownershipLost: "is not proved any more, since",
  certificate: "certificate could not be renewed and expires",
  destination: "destination dead since",
};

/** Formats a row of an email's table. */
export function expiringRow({ kind, name, at }: Expiring, tz: string): readonly [string, string] {
  const when = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: tz });
  return [withoutLinks(name), `${states[kind]} ${when.format(new Date(at))}`];
}

const kinds: Readonly<Record<Alarm["kind"], string>> = {
  spike: "many clicks",
  drop: "few clicks",
  misses: "many visits that led nowhere",
  expiring: "links and domains that expire",
  dead: "dead destinations",
};

/** Describes an alarm, such as for the subject of a test email. */
export function alarmText({ kind, linkName }: Pick<Alarm, "kind" | "linkName">): string {
  return linkName === null ? kinds[kind] : `${kinds[kind]} of ${withoutLinks(linkName)}`;
}
