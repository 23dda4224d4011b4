import type { MissReason } from "../misses/reasons.ts";
import type { PartName } from "./parts.ts";

export interface Judged {
  readonly part: PartName;
  /** The recorded classification reason. */
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
  unknownHost: "The host is not served.",
  baseUrl: "The URL contained no code.",
  inactive: "The link was deactivated or banned.",
  expired: "The link had expired.",
  notYet: "The link was not active yet.",
  usedUp: "The click limit of the link was reached.",
  wrongPassword: "The password was wrong.",
  blocked: "A rule of the link blocked the visitor.",
  listed: "The destination was listed as harmful.",
  banned: "The link was banned.",
};

/** Explains a request's classification in one or two sentences. */
export function explainClassification(judged: Judged): string {
  const { part, reason, at, firstAt } = judged;
  switch (part) {
    case "firstVisit":
      return `${noBot(judged)} This was the first visit of this visitor to this link on ${dayOf(at)} (UTC).`;
    case "repeat":
      return `${noBot(judged)} This visitor had already visited this link at ${timeOf(firstAt)} (UTC) that day.`;
    case "own":
      return `An own visit of the workspace: ${reason}.`;
    case "bot":
      return `A bot rule matched: ${reason || "no reason was stored"}${versionOf(judged)}.`;
    case "preview":
      return `A program that shows link previews requested the link: ${reason}${versionOf(judged)}.`;
    case "head":
      return "A HEAD request, which reads the redirect without visiting the destination.";
    case "prefetch":
      return "A browser prefetched the link before a possible visit.";
    case "miss":
      return judged.missed ? missed[judged.missed] : reason;
    case "removed":
      return "Click retention has removed the click.";
  }
}

function noBot(judged: Judged): string {
  return `No bot rule matched${versionOf(judged)}.`;
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
