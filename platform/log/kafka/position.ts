import type { Position } from "../port.ts";

/** How far a reader has read one partition. */
export interface PartitionOffset {
  /** The offset of the next record. */
  readonly offset: number;
  /**
   * The newest time of any earlier record, in milliseconds. It distinguishes this partition from one of the same name
   * that was created later.
   */
  readonly newest: number;
}

/** Offsets by partition. A missing partition is read from its start. */
export type PartitionOffsets = ReadonlyMap<number, PartitionOffset>;

export interface ClusterOffsets {
  readonly cluster: string;
  readonly offsets: PartitionOffsets;
}

/** Formats a position as `kafka:CLUSTER:PARTITION=OFFSET@NEWEST,…`. */
export function toPosition({ cluster, offsets }: ClusterOffsets): Position {
  const parts = [...offsets].map(([partition, { offset, newest }]) => `${partition}=${offset}@${newest}`);
  return brand(`kafka:${encodeURIComponent(cluster)}:${parts.join(",")}`);
}

/** Parses a position. Throws a RangeError if the text is not a position of this driver. */
export function parsePosition(position: Position): ClusterOffsets {
  const [, cluster, list] = /^kafka:([^:]*):((?:\d+=\d+@\d+(?:,|$))*)$/.exec(position) ?? [];
  if (cluster === undefined || list === undefined) {
    throw new RangeError(`not a position in a Kafka log: "${position}"`);
  }
  const parts = list === "" ? [] : list.split(",").map((part) => part.split(/[=@]/).map(Number));
  const offsets = parts.map(([partition = 0, offset = 0, newest = 0]) => [partition, { offset, newest }] as const);
  return { cluster: decodeURIComponent(cluster), offsets: new Map(offsets) };
}

function brand(text: string): Position {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- positions are created only here
  return text as Position;
}
