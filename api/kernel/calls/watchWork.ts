import { setTimeout as sleep } from "node:timers/promises";

const pollMs = 300;

interface Watched {
  readonly endedAt: Date | null;
}

/**
 * Yields the state of background work now and after each progress until the work has ended, whichever process runs it.
 * Polls the work's row by key. Progress is a change of the values of `progressOf`. Throws the errors of `read`.
 */
export async function* watchWork<Work extends Watched>(
  read: () => Promise<Work>,
  progressOf: (work: Work) => readonly (string | number)[],
  isOver: (work: Work) => boolean = ({ endedAt }) => endedAt !== null,
): AsyncGenerator<Work, void> {
  for (let before: string | null = null; ; await sleep(pollMs)) {
    const work = await read();
    const now = progressOf(work).join(" ");
    if (now !== before) yield work;
    if (isOver(work)) return;
    before = now;
  }
}
