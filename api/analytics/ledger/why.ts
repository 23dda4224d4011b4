import type { MissReason } from "../misses/reasons.ts";
import type { PartName } from "./parts.ts";

export interface Judged {
  readonly part: PartName;
  /** The recorded reason. */
  readonly reason: string;
  readonly missed: MissReason | null;
  /** Version of the bot rules; 0 if not recorded. */
  readonly rules: number;
  readonly at: Date;
  /** The visitor's first click on the link that day. */
  readonly firstAt: Date;
}

const missed: Readonly<Record<MissReason, string>> = {
  unknown: "No link had the code.",
  unknownHost: "Nothing is served under the host.",
  baseUrl: "The host was asked for without a code.",
  inactive: "The link was switched off.",
  expired: "The link had expired.",
  notYet: "The link did not lead on yet.",
  usedUp: "All visits of the link were used up.",
  wrongPassword: "The password was wrong.",
  blocked: "A rule of the link blocked the visitor.",
  listed: "The destination was listed as a bad one.",
  banned: "The link was banned.",
};

/** Explains a request's classification in one or two sentences. */
export function whyOf(judged: Judged): string {
  const { part, reason, at, firstAt } = judged;
  switch (part) {
    case "firstVisit":
      return `${noBot(judged)} The first visit of this visitor to this link on ${dayOf(at)} (UTC).`;
    case "repeat":
      return `${noBot(judged)} This visitor had come to this link at ${timeOf(firstAt)} (UTC) that day.`;
    case "own":
      return `A visit of the workspace's own: ${reason}.`;
    case "bot":
      return `A rule for bots matched: ${reason || "none was kept"}${versionOf(judged)}.`;
    case "preview":
      return `Asked for by a program that shows previews: ${reason}${versionOf(judged)}.`;
    case "head":
      return "A HEAD request: it asks where the link leads, and nobody is led there.";
    case "prefetch":
      return "Fetched by a browser ahead of a visit that may never come.";
    case "miss":
      return judged.missed ? missed[judged.missed] : reason;
    case "removed":
      return "The workspace's retention has removed it.";
  }
}

function noBot(judged: Judged): string {
  return `No rule for bots matched${versionOf(judged)}.`;
}

function versionOf({ rules }: Judged): string {
  return rules > 0 ? ` (rules version ${rules})` : "";
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

function timeOf(at: Date): string {
  return at.toISOString().slice(11, 19);
}
