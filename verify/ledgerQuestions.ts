import { z } from "zod";
import { dayOf, startOfDay } from "./calendar.ts";
import type { Question, Truth } from "./question.ts";
import type { Span } from "./sums.ts";
import { missReasonNames } from "./missQuestions.ts";

/** Number of days to check: older misses may have been deleted. */
const days = 7;

const shown = z.object({
  missing: z.number(),
  pending: z.number(),
  sumsAgree: z.boolean(),
  sums: z.object({ people: z.number(), bots: z.number() }),
  parts: z.array(z.object({ part: z.string(), reason: z.string().nullable(), requests: z.number() })),
});

/** Checks the classification of the last days' requests, for the account and for links. */
export function ledgerQuestions(now: Date, linkIds: readonly string[]): Question[] {
  const last = dayOf(now, "UTC");
  const span: Span = { from: startOfDay(last, "UTC", 1 - days), to: startOfDay(last, "UTC", 1) };
  return [null, ...linkIds].map((linkId) => ({
    where: linkId === null ? "GET /api/ledger" : `GET /api/ledger of link ${linkId}`,
    read: async (api) => {
      const range = `startDate=${span.from?.toISOString() ?? ""}&endDate=${span.to?.toISOString() ?? ""}`;
      const answer = await api.rest(`/api/ledger?${range}${linkId === null ? "" : `&linkId=${linkId}`}`);
      const { parts, ...ledger } = shown.parse(answer["data"]);
      return { ...ledger, parts: inOrder(parts) };
    },
    expected: (truth) => expectedOf(truth, span, linkId),
  }));
}

async function expectedOf({ recount, misses, holdings }: Truth, span: Span, linkId: string | null) {
  const taken = await recount.takenFor(linkId, span);
  const missed =
    linkId === null ? await misses.by("reason", holdings.domains, span) : await misses.ofLink(linkId, span);
  const named = new Map(missReasonNames);
  const people = taken.filter(({ part }) => part === "firstVisit" || part === "repeat");
  const sum = (rows: typeof taken) => rows.reduce((total, { requests }) => total + requests, 0);
  return {
    missing: 0,
    pending: 0,
    sumsAgree: true,
    sums: { people: sum(people), bots: sum(taken) - sum(people) },
    parts: inOrder([
      ...taken,
      ...[...missed].map(([reason, { all }]) => ({ part: "miss", reason: named.get(reason) ?? reason, requests: all })),
    ]),
  };
}

function inOrder(parts: z.output<typeof shown>["parts"]) {
  const keyOf = ({ part, reason }: (typeof parts)[number]) => `${part} ${reason ?? ""}`;
  return parts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
