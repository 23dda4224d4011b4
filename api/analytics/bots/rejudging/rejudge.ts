import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { botRulesVersion } from "@hoplog/platform/visitor/botRules.js";
import { type CompiledRules, compileRules } from "@hoplog/platform/visitor/workspaceRules.js";
import { storedWorkspaceRules } from "@hoplog/schema/bots/storedWorkspaceRules.js";
import { explaining, postgresConnectionSettings } from "@hoplog/platform/tls/connectionError.js";
import pg from "pg";
import { z } from "zod";
import { jsonRows } from "../../../clicks/tables/clickHouseSnapshot.ts";
import { withoutCuts } from "../../../clicks/cuts/lock.ts";
import { type Effect, effectsOf, noteChanges, noteOwners } from "./changes.ts";
import { areConversionsBehind } from "./conversions.ts";
import { reclassifiableClicks, noteCutDays } from "./cutDays.ts";
import { createClassifier } from "./classifier.ts";
import { rebuildLists } from "./lists.ts";
import { type MonthJob, rejudgeMonth } from "./month.ts";
import { ofMonth, run, workTables } from "./work.ts";

export interface RejudgeJob extends Pick<MonthJob, "clickhouse" | "rulesVersion" | "onStep"> {
  readonly databaseUrl: string;
  /** Whether to apply the changes, or only report them. */
  readonly apply: boolean;
  /** The months to reclassify; null for all. */
  readonly months: readonly number[] | null;
  /** Built-in rules: returns the reason why a user agent is a bot, empty for people. Replaced in tests. */
  readonly reasonOfAgent?: (userAgent: string) => string;
  readonly onMonth: (result: MonthResult) => void;
}

export interface MonthResult {
  readonly month: number;
  /**
   * `cut` means that the month was skipped, because its sums include clicks that are missing although no retention
   * deleted them.
   */
  readonly outcome: "tried" | "unchanged" | "applied" | "cut";
  readonly effects: readonly Effect[];
  /** How long writers were blocked, in milliseconds. */
  readonly heldMs: number;
}

/** A reason not to run, explained to the operator. */
export class RejudgeError extends Error {
  override readonly name = "RejudgeError";
}

/**
 * Reclassifies clicks with retained user agents, by the current built-in and workspace rules, month by month, while all
 * services run. First completes months that killed runs have left half applied, even in a dry run. Throws {@link
 * RejudgeError}.
 */
export async function rejudge(job: RejudgeJob): Promise<void> {
  const { clickhouse, databaseUrl } = job;
  if (await isReplicated(clickhouse)) {
    throw new RejudgeError(
      "Cannot reclassify clicks: they are replicated, and a month cannot be replaced on all servers in one step. Stored classifications are unchanged.",
    );
  }
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "hoplog rejudge", keepAlive: true });
  client.on("error", () => {});
  await explaining(postgresConnectionSettings, () => client.connect());
  try {
    const { rows } = await client.query<{ mine: boolean }>(
      "SELECT pg_try_advisory_lock(hashtextextended('hoplog rejudging', 0)) AS mine",
    );
    if (rows[0]?.mine !== true)
      throw new RejudgeError("A reclassification is already running. Wait until it has ended.");
    await withoutCuts(client, () => rejudgeWith(client, job));
  } finally {
    await client.end();
  }
}

async function rejudgeWith(client: pg.Client, job: RejudgeJob): Promise<void> {
  const { clickhouse, apply, months, reasonOfAgent } = job;
  const rules = await rulesWithVerdicts(client);
  await noteOwners(clickhouse, [...rules.keys()]);
  const classify = createClassifier(rules, reasonOfAgent);
  const unfinished = await unfinishedMonths(client);
  const wanted = (await monthsOfClicks(clickhouse)).filter((month) => months === null || months.includes(month));
  for (const month of new Set([...unfinished, ...wanted])) {
    const isCut = await noteCutDays(clickhouse, month);
    if (await hasUnmarkedCut(clickhouse, month)) {
      job.onMonth({ month, outcome: "cut", effects: [], heldMs: 0 });
      continue;
    }
    await noteChanges(clickhouse, month, classify);
    const effects = await effectsOf(clickhouse, month);
    const isUnfinished = unfinished.includes(month);
    const isNew =
      (await hasOtherVersions(clickhouse, month, job.rulesVersion ?? botRulesVersion)) ||
      (await areConversionsBehind(clickhouse, month));
    if (!isUnfinished && !apply) job.onMonth({ month, outcome: "tried", effects, heldMs: 0 });
    else if (!isUnfinished && effects.length === 0 && !isNew)
      job.onMonth({ month, outcome: "unchanged", effects, heldMs: 0 });
    else {
      const heldMs = await rejudgeMonth({ ...job, client, month, isCut });
      await rebuildLists(clickhouse, month);
      job.onMonth({ month, outcome: "applied", effects, heldMs });
    }
  }
  for (const table of [workTables.changes, workTables.owners, workTables.cutDays])
    await run(clickhouse, `DROP TABLE IF EXISTS ${table} SYNC`);
}

const countRow = z.object({ count: z.coerce.number() });

async function countIn(clickhouse: ClickHouseClient, query: string): Promise<number> {
  const [row] = await jsonRows(clickhouse, countRow, query);
  return row?.count ?? 0;
}

async function isReplicated(clickhouse: ClickHouseClient): Promise<boolean> {
  const query =
    "SELECT count() AS count FROM system.tables WHERE database = currentDatabase() AND name = 'clicks' AND startsWith(engine, 'Replicated')";
  return (await countIn(clickhouse, query)) > 0;
}

/**
 * Returns whether sums include clicks that are missing although no retention deleted them, so that the sums cannot be
 * rebuilt. Reads the sums before the clicks, because both numbers grow.
 */
async function hasUnmarkedCut(clickhouse: ClickHouseClient, month: number): Promise<boolean> {
  // An erasure between the reads of sums and clicks also makes them differ, so they are compared up to three times.
  for (let i = 0; i < 3; i++) if (!(await hasFewerClicks(clickhouse, month))) return false;
  return true;
}

async function hasFewerClicks(clickhouse: ClickHouseClient, month: number): Promise<boolean> {
  const summed = await countIn(
    clickhouse,
    `SELECT sum(q.people + q.bots) AS count FROM link_quarter AS q
     WHERE toYYYYMM(quarter) = ${month} AND (owner_id, toDate(quarter)) NOT IN ${workTables.cutDays}`,
  );
  const clicks = `SELECT count() AS count FROM clicks WHERE ${ofMonth(month)} AND (owner_id, toDate(at)) NOT IN ${workTables.cutDays}`;
  return summed > (await countIn(clickhouse, clicks));
}

async function hasOtherVersions(clickhouse: ClickHouseClient, month: number, version: number): Promise<boolean> {
  const query = `SELECT count() AS count FROM clicks WHERE ${ofMonth(month)} AND ${reclassifiableClicks} AND bot_rules != ${version}`;
  return (await countIn(clickhouse, query)) > 0;
}

const monthRow = z.object({ month: z.coerce.number() });

async function monthsOfClicks(clickhouse: ClickHouseClient): Promise<number[]> {
  const rows = await jsonRows(
    clickhouse,
    monthRow,
    `SELECT DISTINCT toUInt32(partition) AS month FROM system.parts
     WHERE active AND database = currentDatabase() AND table = 'clicks' ORDER BY month`,
  );
  return rows.map(({ month }) => month);
}

async function unfinishedMonths(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ month: number }>(
    "SELECT month FROM rejudged_month WHERE NOT is_whole ORDER BY month",
  );
  return rows.map(({ month }) => month);
}

/** Returns the current rules of workspaces with verdicts, by owner id. */
async function rulesWithVerdicts(client: pg.Client): Promise<Map<string, CompiledRules>> {
  const { rows } = await client.query<{ ownerId: string; rules: unknown }>(
    `SELECT DISTINCT ON (owner_id) owner_id AS "ownerId", rules FROM bot_rules ORDER BY owner_id, version DESC`,
  );
  return new Map(
    rows.flatMap(({ ownerId, rules }) => {
      const parsed = storedWorkspaceRules.parse(rules);
      return parsed.verdicts.length === 0 ? [] : [[ownerId, compileRules(parsed)]];
    }),
  );
}

/** Maximum listed links and days of one month. */
const namedMax = 1000;

/** Formats a month's result for an operator: the changes, then each link and day. */
export function monthLines({ month, outcome, effects, heldMs }: MonthResult): string[] {
  const name = `${String(month).slice(0, 4)}-${String(month).slice(4)}`;
  if (outcome === "cut")
    return [`${name}: skipped: its sums include clicks that are missing, although no retention has removed them`];
  const sum = (field: "toBots" | "toPeople" | "otherReasons") => effects.reduce((of, one) => of + one[field], 0);
  const would = outcome === "tried" ? "would become" : "became";
  const what =
    effects.length === 0
      ? "no classification changes"
      : `${sum("toBots")} clicks ${would} bots, ${sum("toPeople")} clicks ${would} people, ${sum("otherReasons")} clicks with another reason`;
  const held = outcome === "applied" ? `; ingest was paused for ${Math.round(heldMs)} ms` : "";
  const named = effects
    .slice(0, namedMax)
    .map(({ day, linkId, toBots, toPeople, otherReasons }) =>
      [` ${day}`, linkId, `+${toBots} bots`, `+${toPeople} people`, `${otherReasons} other reasons`].join("  "),
    );
  const more = effects.length > namedMax ? [` and ${effects.length - namedMax} more links and days`] : [];
  return [`${name}: ${what}${held}`, ...named, ...more];
}
