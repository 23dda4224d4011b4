import type { MissReason as RecordedReason } from "@hoplog/schema/topics/clickBatch/click.js";

/** Miss reasons in the API, and their recorded values. */
const recorded = {
  unknown: "unknown",
  unknownHost: "unknown host",
  baseUrl: "base URL",
  inactive: "inactive",
  expired: "expired",
  notYet: "not yet",
  usedUp: "used up",
  wrongPassword: "wrong password",
  blocked: "blocked",
  listed: "listed",
  banned: "banned",
} as const satisfies Readonly<Record<string, RecordedReason>>;

export type MissReason = keyof typeof recorded;

export const missReasons = [
  "unknown",
  "unknownHost",
  "baseUrl",
  "inactive",
  "expired",
  "notYet",
  "usedUp",
  "wrongPassword",
  "blocked",
  "listed",
  "banned",
] as const satisfies readonly MissReason[];

const byRecorded = new Map<string, MissReason>(missReasons.map((name) => [recorded[name], name]));

export function recordedReason(name: MissReason): RecordedReason {
  return recorded[name];
}

/** Converts a recorded value to its reason in the API. Throws a RangeError for an unknown value. */
export function missReasonNamed(text: string): MissReason {
  const name = byRecorded.get(text);
  if (!name) throw new RangeError(`unknown reason of a visit without a destination: ${text}`);
  return name;
}
