import type { Figures } from "./messages.ts";

export const noFigures: Figures = {
  redirects: 0,
  unknown: 0,
  inactive: 0,
  unreadable: 0,
  connections: 0,
  residentBytes: 0,
  spool: { writable: true, memoryBytes: 0, dropped: 0 },
};

export function sumOf(all: readonly Figures[]): Figures {
  const total = (part: (figures: Figures) => number): number => all.reduce((sum, figures) => sum + part(figures), 0);
  return {
    redirects: total(({ redirects }) => redirects),
    unknown: total(({ unknown }) => unknown),
    inactive: total(({ inactive }) => inactive),
    unreadable: total(({ unreadable }) => unreadable),
    connections: total(({ connections }) => connections),
    residentBytes: total(({ residentBytes }) => residentBytes),
    spool: {
      writable: all.every(({ spool }) => spool.writable),
      memoryBytes: total(({ spool }) => spool.memoryBytes),
      dropped: total(({ spool }) => spool.dropped),
    },
  };
}

/** What still counts of a listener that is gone. */
export function remainder({ redirects, unknown, inactive, unreadable, spool }: Figures): Figures {
  return {
    ...noFigures,
    redirects,
    unknown,
    inactive,
    unreadable,
    spool: { ...noFigures.spool, dropped: spool.dropped },
  };
}
