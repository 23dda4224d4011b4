import type { Position } from "../port.ts";

/** How far a reader is in one partition. */
export interface PartitionOffset {
  /** Of the next record. */
  readonly offset: number;
  /**
   * The newest time of any record before it, in milliseconds: distinguishes this partition from a later one of its
   * name.
   */
  readonly newest: number;
}

/** By partition. A partition that is missing is read from its start. */
export type PartitionOffsets = ReadonlyMap<number, PartitionOffset>;

export interface ClusterOffsets {
  readonly cluster: string;
  readonly offsets: PartitionOffsets;
}

/** `kafka:CLUSTER:PARTITION=OFFSET@NEWEST,…` */
export function toPosition({ cluster, offsets }: ClusterOffsets): Position {
  const parts = [...offsets].map(([partition, { offset, newest }]) => `${partition}=${offset}@${newest}`);
  return brand(`kafka:${encodeURIComponent(cluster)}:${parts.join(",")}`);
}

/** Throws a RangeError for a text that is no position of this driver. */
export function parsePosition(position: Position): ClusterOffsets {
  const [, cluster, list] = /^kafka:([^:]*):((?:\d+=\d+@\d+(?:,|$))*)$/.exec(position) ?? [];
  if (cluster === undefined || list === undefined) {
    throw new RangeError(`not a position in a log on Kafka: "${position}"`);
  }
  const parts = list === "" ? [] : list.split(",").map((part) => part.split(/[=@]/).map(Number));
  const offsets = parts.map(([partition = 0, offset = 0, newest = 0]) => [partition, { offset, newest }] as const);
  return { cluster: decodeURIComponent(cluster), offsets: new Map(offsets) };
}

function brand(text: string): Position {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place where a position comes into being
  return text as Position;
}
