import type { Position } from "../port.ts";

/** A Postgres transaction id and the record's number, both as decimal strings because they may exceed a double. */
export interface Point {
  readonly xid: string;
  readonly position: string;
}

export const start: Point = { xid: "0", position: "0" };

export function toPosition(point: Point): Position {
  return brand(`${point.xid}:${point.position}`);
}

/** Parses a position. Throws a RangeError if the text is not a position of this driver. */
export function parsePosition(position: string): Point {
  const match = /^(\d+):(\d+)$/.exec(position);
  if (!match?.[1] || !match[2]) throw new RangeError(`not a position in a Postgres log: "${position}"`);
  return { xid: match[1], position: match[2] };
}

function brand(text: string): Position {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- positions are created only here
  return text as Position;
}
