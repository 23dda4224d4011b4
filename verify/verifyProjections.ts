import { setTimeout as sleep } from "node:timers/promises";
import type { Holds } from "@hoplog/platform/postgres/clicksHold.js";
import { compareCutDays, findExpiredClicks } from "./cuts.ts";
import { compareMisses, compareMissesByOwner } from "./misses.ts";
import { compareRequests } from "./requests.ts";
import { compareProjection, countRaw, monthsOf } from "./projections.ts";
import type { Part } from "./cuts.ts";
import type { Difference } from "./report.ts";
import { compareSold } from "./sold.ts";
import { projectionTables, type Snapshots } from "./snapshot.ts";

const tables = ["clicks", ...projectionTables] as const;
const maxReads = 3;

export interface ProjectionCheck {
  readonly snapshots: Snapshots;
  /** Wait before a difference is read again, in milliseconds. */
  readonly recheckDelayMs: number;
  /** Called with each line about the progress. */
  readonly onProgress: (line: string) => void;
}

export interface ProjectionTotals {
  readonly figures: number;
  readonly clicks: number;
  readonly differences: readonly Difference[];
  readonly unlisted: number;
}

/**
 * Compares the projections of one account, or of all if `ownerId` is null, with the raw clicks. The next writer
 * completes a crashed writer's insert within seconds, so only persistent differences count.
 */
export async function verifyProjections(
  { snapshots, recheckDelayMs, onProgress }: ProjectionCheck,
  holds: Holds,
  ownerId: string | null,
): Promise<ProjectionTotals> {
  for (let read = 1; ; read++) {
    const totals = await compareProjections(snapshots, holds, ownerId);
    if (totals.differences.length === 0 || read === maxReads) return totals;
    onProgress("projections differ; checking again");
    await sleep(recheckDelayMs);
  }
}

async function compareProjections(
  snapshots: Snapshots,
  holds: Holds,
  ownerId: string | null,
): Promise<ProjectionTotals> {
  const snapshot = await holds.hold(() =>
    snapshots.take([
      ...tables,
      "misses",
      "misses_day",
      "misses_by_owner",
      "request_quarter",
      "clicks_cut",
      "cut_batch",
      "conversions",
    ]),
  );
  await snapshots.dropOutdated();
  const parts: Part[] =
    ownerId === null ? (await monthsOf(snapshot, tables)).map((month) => ({ month })) : [{ ownerId }];
  const differences: Difference[] = [];
  let [figures, clicks, unlisted] = [0, 0, 0];
  for (const part of parts) {
    const raw = await countRaw(snapshot, part);
    clicks += raw.clicks;
    if (raw.twice > 0) {
      differences.push({ where: "clicks", expected: "each click once", found: `${raw.twice} clicks more than once` });
    }
    for (const name of projectionTables) {
      const result = await compareProjection(snapshot, name, part);
      figures += result.figures;
      unlisted += result.unlisted;
      differences.push(...result.differences);
    }
    for (const compare of [compareCutDays, compareSold]) {
      const compared = await compare(snapshot, part);
      figures += compared.figures;
      unlisted += compared.unlisted;
      differences.push(...compared.differences);
    }
  }
  if (ownerId === null) {
    for (const compare of [compareMisses, compareMissesByOwner, compareRequests, findExpiredClicks]) {
      const compared = await compare(snapshot);
      figures += compared.figures;
      differences.push(...compared.differences);
    }
  }
  return { figures, clicks, differences, unlisted };
}
