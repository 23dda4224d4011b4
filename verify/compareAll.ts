import { compare, type Comparison } from "./compare.ts";
import type { Question, Truth } from "./question.ts";

/** An open question and the number of attempts, including the current one. */
export interface Pending {
  readonly question: Question;
  readonly attempt: number;
}

export interface Answered extends Pending {
  readonly answer: unknown;
  readonly requestedAt: Date;
  readonly answeredAt: Date;
}

/** Recounts that responses from one moment are compared with. */
export type Recounted = Omit<Truth, "at">;

/** Number of concurrent recounts: one waits for rows while another computes; more would slow down the pages. */
const atOnce = 2;

/** Tolerated difference between the clocks of verify and of other services. */
const clocksApartMs = 2000;

/** Compares answers with their recounts, several at a time, and returns results in the same order. */
export async function compareAll(
  answers: readonly Answered[],
  recounted: Recounted,
): Promise<readonly (readonly [Answered, Comparison])[]> {
  const judged: [Answered, Comparison][] = [];
  const open = answers.entries();
  const worker = async () => {
    for (const [i, answered] of open) judged[i] = [answered, await judge(answered, recounted)];
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return judged;
}

async function judge(answered: Answered, recounted: Recounted): Promise<Comparison> {
  const { question, answer, requestedAt, answeredAt } = answered;
  const at = (time: Date) => question.expected({ ...recounted, at: time });
  const first = compare(question.where, await at(requestedAt), answer, question.discreet);
  if (first.differences.length === 0) return first;
  const around = [
    answeredAt,
    new Date(requestedAt.getTime() - clocksApartMs),
    new Date(answeredAt.getTime() + clocksApartMs),
  ];
  for (const time of around) {
    const other = compare(question.where, await at(time), answer, question.discreet);
    if (other.differences.length === 0) return other;
  }
  return first;
}
