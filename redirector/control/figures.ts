import { recordOf } from "@hoplog/schema/recordOf.js";
import { emptyAcceptFigures, handshakeRefusals, proxyHeaderRefusals } from "../transport/acceptFigures.ts";
import { answerResults, type Figures } from "./messages.ts";

export const noFigures: Figures = {
  answers: recordOf(answerResults, () => 0),
  withoutPlaces: 0,
  connections: 0,
  door: emptyAcceptFigures(),
  residentBytes: 0,
  leases: 0,
  app: { requests: 0, failures: 0, open: 0 },
  lostLogLines: 0,
  spool: { writable: true, memoryBytes: 0, dropped: 0, reserveBytes: 0, tally: null },
};

export function sumOf(all: readonly Figures[]): Figures {
  const total = (part: (figures: Figures) => number): number => all.reduce((sum, figures) => sum + part(figures), 0);
  return {
    answers: recordOf(answerResults, (result) => total(({ answers }) => answers[result])),
    withoutPlaces: total(({ withoutPlaces }) => withoutPlaces),
    connections: total(({ connections }) => connections),
    door: {
      handshakes: total(({ door }) => door.handshakes),
      refusedHandshakes: recordOf(handshakeRefusals, (reason) => total(({ door }) => door.refusedHandshakes[reason])),
      refusedProxyHeaders: recordOf(proxyHeaderRefusals, (reason) =>
        total(({ door }) => door.refusedProxyHeaders[reason]),
      ),
    },
    residentBytes: total(({ residentBytes }) => residentBytes),
    leases: total(({ leases }) => leases),
    app: {
      requests: total(({ app }) => app.requests),
      failures: total(({ app }) => app.failures),
      open: total(({ app }) => app.open),
    },
    lostLogLines: total(({ lostLogLines }) => lostLogLines),
    spool: {
      writable: all.every(({ spool }) => spool.writable),
      memoryBytes: total(({ spool }) => spool.memoryBytes),
      dropped: total(({ spool }) => spool.dropped),
      reserveBytes: total(({ spool }) => spool.reserveBytes),
      tally: null,
    },
  };
}

/**
 * Returns the figures of an ended listener that still count. They exclude requests in a tally on the disk, which is
 * counted by its id.
 */
export function remainder({ answers, app, door, lostLogLines, spool: { dropped, tally } }: Figures): Figures {
  const settled = dropped - (tally?.dropped ?? 0);
  const lost = tally?.id === null ? tally.requests : 0;
  const spool = { ...noFigures.spool, dropped: settled + lost };
  return { ...noFigures, answers, app: { ...app, open: 0 }, door, lostLogLines, spool };
}
