import { expect, it } from "vitest";
import { noFigures, remainder, sumOf } from "./figures.ts";

const figuresWith = (dropped: number, tally: typeof noFigures.spool.tally) => ({
  ...noFigures,
  spool: { ...noFigures.spool, dropped, tally },
});

it.each([
  ["all drops, when they are in chunks", 7, null, 7],
  ["no drops of a tally on the disk, which is counted by its id", 7, { id: "tally", requests: 9, dropped: 4 }, 3],
  ["all requests of a tally in memory, which is lost", 7, { id: null, requests: 9, dropped: 4 }, 12],
])("the remainder of a listener that is gone has %s", (_what, dropped, tally, expected) => {
  const gone = remainder(figuresWith(dropped, tally));
  expect(gone.spool).toEqual({ ...noFigures.spool, dropped: expected });
  expect(sumOf([gone, figuresWith(1, null)]).spool.dropped).toBe(expected + 1);
});
