import type { Position } from "../port.ts";

/** Where a reader stands in one partition. */
export interface PartitionPlace {
  /** Of the next record. */
  readonly offset: number;
  /**
   * The newest time of any record before it, in milliseconds: distinguishes this partition from a later one of its
   * name.
   */
  readonly newest: number;
}

/** By partition. A partition that is missing is read from its start. */
export type Place = ReadonlyMap<number, PartitionPlace>;

export interface PlaceInCluster {
  readonly cluster: string;
  readonly place: Place;
}

/** `kafka:CLUSTER:PARTITION=OFFSET@NEWEST,…` */
export function toPosition({ cluster, place }: PlaceInCluster): Position {
  const parts = [...place].map(([partition, { offset, newest }]) => `${partition}=${offset}@${newest}`);
  return brand(`kafka:${encodeURIComponent(cluster)}:${parts.join(",")}`);
}

/** Throws a RangeError for a text that is no position of this driver. */
export function parsePosition(position: Position): PlaceInCluster {
  const [, cluster, list] = /^kafka:([^:]*):((?:\d+=\d+@\d+(?:,|$))*)$/.exec(position) ?? [];
  if (cluster === undefined || list === undefined) {
    throw new RangeError(`not a position in a log on Kafka: "${position}"`);
  }
  const parts = list === "" ? [] : list.split(",").map((part) => part.split(/[=@]/).map(Number));
  const place = parts.map(([partition = 0, offset = 0, newest = 0]) => [partition, { offset, newest }] as const);
  return { cluster: decodeURIComponent(cluster), place: new Map(place) };
}

function brand(text: string): Position {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place where a position comes into being
  return text as Position;
}
