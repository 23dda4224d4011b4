import type { ExportContent } from "./contents.ts";

/** Length of a file's period: an hour or a day (UTC). */
export type ExportCadence = "hourly" | "daily";

const hourMs = 60 * 60 * 1000;
export const lengthMs: Readonly<Record<ExportCadence, number>> = { hourly: hourMs, daily: 24 * hourMs };

/** Returns the start of the period that contains an instant. */
export function startOfPeriod(cadence: ExportCadence, at: Date): Date {
  return new Date(Math.floor(at.getTime() / lengthMs[cadence]) * lengthMs[cadence]);
}

export function endOfPeriod(cadence: ExportCadence, start: Date): Date {
  return new Date(start.getTime() + lengthMs[cadence]);
}

/** Returns the starts of at most `most` periods between two starts, the last one exclusive. */
export function periodsBetween(cadence: ExportCadence, from: Date, to: Date, most: number): Date[] {
  const starts: Date[] = [];
  for (let at = from.getTime(); at < to.getTime() && starts.length < most; at += lengthMs[cadence])
    starts.push(new Date(at));
  return starts;
}

/**
 * Returns the object key of a period's file, which never changes. Folders are named for Hive, DuckDB and ClickHouse.
 * The workspace is the first one, so that two workspaces can share a bucket.
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
  // Conversions have a separate folder, so that readers of a workspace's folder get only clicks.
  const above = [...(prefix === "" ? [] : [prefix]), ...(content === "conversions" ? ["conversions"] : [])];
  return [...above, ...parts].join("/");
}
