import { setTimeout as sleep } from "node:timers/promises";

const lookMs = 300;

interface Watched {
  readonly endedAt: Date | null;
}

/**
 * Work in the background as it is now and whenever it has gone on, until it is over. Whichever process is at it: its row is looked
 * at, which is one read by its key. It has gone on where what `progressOf` gives is another. Throws what `read` throws.
 */
export async function* watchWork<Work extends Watched>(
  read: () => Promise<Work>,
  progressOf: (work: Work) => readonly (string | number)[],
  isOver: (work: Work) => boolean = ({ endedAt }) => endedAt !== null,
): AsyncGenerator<Work, void> {
  for (let before: string | null = null; ; await sleep(lookMs)) {
    const work = await read();
    const now = progressOf(work).join(" ");
    if (now !== before) yield work;
    if (isOver(work)) return;
    before = now;
  }
}
