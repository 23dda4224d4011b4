import type { ExportContent } from "./contents.ts";

/** How long the clicks of one file are: an hour or a day of UTC. */
export type ExportCadence = "hourly" | "daily";

const hourMs = 60 * 60 * 1000;
export const lengthMs: Readonly<Record<ExportCadence, number>> = { hourly: hourMs, daily: 24 * hourMs };

/** When the period begins that an instant lies in. */
export function startOfPeriod(cadence: ExportCadence, at: Date): Date {
  return new Date(Math.floor(at.getTime() / lengthMs[cadence]) * lengthMs[cadence]);
}

export function endOfPeriod(cadence: ExportCadence, start: Date): Date {
  return new Date(start.getTime() + lengthMs[cadence]);
}

/** Beginnings of the periods in a half-open range of such beginnings, at most so many. */
export function periodsBetween(cadence: ExportCadence, from: Date, to: Date, most: number): Date[] {
  const starts: Date[] = [];
  for (let at = from.getTime(); at < to.getTime() && starts.length < most; at += lengthMs[cadence])
    starts.push(new Date(at));
  return starts;
}

/**
 * The key of a period's file, the same whenever it is written. Folders are named as Hive, DuckDB and ClickHouse read them, with
 * the workspace first: two that share a bucket don't overwrite each other's.
 */
export function keyOf(
  { ownerId, prefix, cadence }: { readonly ownerId: string; readonly prefix: string; readonly cadence: ExportCadence },
  start: Date,
  content: ExportContent = "clicks",
): string {
  const [day = "", time = ""] = start.toISOString().split("T");
  const [year, month, date] = day.split("-");
  const hour = time.slice(0, 2);
  const folders = [`workspace=${ownerId}`, `year=${year}`, `month=${month}`, `day=${date}`];
  const parts =
    cadence === "hourly"
      ? [...folders, `hour=${hour}`, `${content}-${day}T${hour}.parquet`]
      : [...folders, `${content}-${day}.parquet`];
  // Conversions lie apart: whoever reads all that is below a workspace's folder gets clicks alone.
  const above = [...(prefix === "" ? [] : [prefix]), ...(content === "conversions" ? ["conversions"] : [])];
  return [...above, ...parts].join("/");
}
