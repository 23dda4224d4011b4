import { reasonTexts } from "../misses/reasonTexts.ts";
import type { LedgerBalanceQuery, LedgerPart } from "../../core/graphql/generated/graphql.ts";

export type Balance = LedgerBalanceQuery["ledger"]["balance"];
export type Line = Balance["parts"][number];

/** Label and explanation of each part, in display order. */
export const partTexts: Readonly<Record<LedgerPart, { readonly label: string; readonly note: string }>> = {
  firstVisit: { label: "First visits", note: "A person's first click on a URL on a day (UTC)." },
  repeat: { label: "Repeats", note: "Further clicks of the same person on the same URL and day." },
  own: { label: "Own visits", note: "Left out: by your addresses or your parameter." },
  bot: { label: "Bots", note: "A rule for bots matched." },
  preview: { label: "Previews", note: "Programs that show a preview of the URL." },
  head: { label: "HEAD requests", note: "They ask where the URL leads; nobody is led there." },
  prefetch: { label: "Prefetches", note: "Fetched by a browser ahead of a visit." },
  miss: { label: "Misses", note: "Visits that led nowhere." },
  removed: { label: "Removed", note: "By your retention of single clicks." },
};

/** A part, with its lines by reason, if any. */
export interface Part {
  readonly part: LedgerPart;
  readonly requests: number;
  readonly reasons: readonly { readonly reason: string; readonly label: string; readonly requests: number }[];
}

/** Returns all parts with a list of requests, including empty ones, because a zero is informative. */
export function partsOf({ parts }: Balance): Part[] {
  const names = Object.keys(partTexts).filter((name): name is LedgerPart => name in partTexts && name !== "removed");
  return names.map((part) => {
    const lines = parts.filter((line) => line.part === part);
    return {
      part,
      requests: lines.reduce((sum, { requests }) => sum + requests, 0),
      reasons: lines.flatMap(({ reason, requests }) =>
        reason === null ? [] : [{ reason, label: reasonLabel(part, reason), requests }],
      ),
    };
  });
}

export function reasonLabel(part: LedgerPart, reason: string): string {
  if (part !== "miss") return reason === "" ? "Unknown" : reason.charAt(0).toUpperCase() + reason.slice(1);
  return Object.entries(reasonTexts).find(([name]) => name === reason)?.[1].label ?? reason;
}

/** Returns the lines for requests without a list: those that were deleted or are not yet available individually. */
export function otherLines({ parts, erased, forgotten, pending }: Balance) {
  const removed = parts.filter(({ part }) => part === "removed");
  return [
    ...removed.map(({ reason, requests }) => ({
      label: reason === "bots" ? "Removed clicks of bots" : "Removed clicks of people",
      note: "Older than single clicks are kept.",
      requests,
    })),
    { label: "Erased", note: "Of URLs that were deleted.", requests: erased },
    { label: "No longer kept", note: "Misses older than they are kept one by one.", requests: forgotten },
    { label: "On their way", note: "Recorded in the last minutes, and not counted yet.", requests: pending },
  ].filter(({ requests }) => requests > 0);
}
