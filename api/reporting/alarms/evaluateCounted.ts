import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Database, Transaction } from "../../kernel/database/orm.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import type { Alarm } from "./alarm.ts";
import { type FigureServices, type History, readHistory } from "./figures.ts";
import { fire, type NewFiring } from "./fire.ts";
import {
  type CountedKind,
  isFinal,
  isUnusual,
  type Sensitivity,
  type WindowSize,
  type AlarmState,
  nextState,
} from "./rule.ts";
import { cooldownMs, type IsCountedBeyond, maxAgeMs, settleMs } from "./settle.ts";
import { type Window, windowFrom, windowsSince } from "./windows.ts";

export type EvaluationServices = FigureServices &
  Database &
  Clock &
  Ids & { readonly isCountedBeyond: IsCountedBeyond };

/** An alarm that compares figures. */
export interface CountedAlarm extends Alarm {
  readonly kind: CountedKind;
  readonly per: WindowSize;
  readonly sensitivity: Sensitivity;
  readonly minimum: number;
}

export interface Evaluation {
  readonly fired: number;
  /** Windows that became too old before they could be evaluated. */
  readonly skipped: number;
}

/** Delay before the next check if no later click has been counted. */
const recheckMs = 5 * 60_000;

/**
 * Evaluates the windows that have ended since the last evaluation, oldest first, as far as their counts are complete.
 * Stores the result unless another process has done so. Throws if ClickHouse is unavailable.
 */
export async function evaluateCounted(services: EvaluationServices, alarm: CountedAlarm): Promise<Evaluation> {
  const now = services.now();
  const { per, tz, judgedTo } = alarm;
  const settled = new Date(now.getTime() - settleMs[alarm.kind]);
  const over = windowsSince(per, judgedTo, settled, tz);
  const windows = over.filter(({ to }) => now.getTime() - to.getTime() <= maxAgeMs[per]);
  const skipped = over.length - windows.length;
  const start = over[skipped - 1]?.to ?? judgedTo;
  const [first, ...rest] = windows;
  const found = first
    ? await evaluateWindows(services, alarm, await readHistory(services, alarm, per, [first, ...rest]), windows)
    : { ...unchanged(alarm), judged: 0, isWaiting: false };
  const evaluatedTo = windows[found.judged - 1]?.to ?? start;
  const nextEnd = windowFrom(per, evaluatedTo, tz).to.getTime() + settleMs[alarm.kind];
  const dueAt = new Date(found.isWaiting ? now.getTime() + recheckMs : nextEnd);
  const written = await services.orm.em
    .fork()
    .transactional((tx) => write(services, tx, alarm, { ...found, judgedTo: evaluatedTo, dueAt }));
  return { fired: written ? found.firings.length : 0, skipped: written ? skipped : 0 };
}

interface Found {
  readonly state: AlarmState;
  /** Id of the current incident; null if there is none. */
  readonly firingId: string | null;
  /** New incidents. */
  readonly firings: readonly NewFiring[];
  /** End of the incident that was current before; null if it has not ended. */
  readonly endedAt: Date | null;
}

function unchanged({ firingId, calmSince }: Alarm): Found {
  return { state: { isFiring: firingId !== null, calmSince }, firingId, firings: [], endedAt: null };
}

async function evaluateWindows(
  services: EvaluationServices,
  alarm: CountedAlarm,
  history: History,
  windows: readonly Window[],
): Promise<Found & { readonly judged: number; readonly isWaiting: boolean }> {
  let { state, firingId, endedAt } = unchanged(alarm);
  const firings: NewFiring[] = [];
  for (const [judged, window] of windows.entries()) {
    const compared = history.compare(window);
    const isRaised = isUnusual(alarm, compared);
    const isSure = isRaised === null || isFinal(alarm.kind, isRaised);
    if (!isSure && !(await services.isCountedBeyond(window.to))) {
      return { state, firingId, firings, endedAt, judged, isWaiting: true };
    }
    const verdict = nextState(state, isRaised, window.to, cooldownMs[alarm.per]);
    state = verdict.state;
    if (verdict.event === "fired") {
      firingId = services.newId();
      firings.push({ id: firingId, window, ...compared, subjects: [], endedAt: null });
    }
    if (verdict.event === "over") {
      const last = firings.at(-1);
      if (last) firings[firings.length - 1] = { ...last, endedAt: window.to };
      else endedAt = window.to;
      firingId = null;
    }
  }
  return { state, firingId, firings, endedAt, judged: windows.length, isWaiting: false };
}

/** Stores the result. Returns false if the alarm was evaluated, disabled, restarted or deleted in the meantime. */
async function write(
  services: EvaluationServices,
  tx: Transaction,
  alarm: CountedAlarm,
  found: Found & { readonly judgedTo: Date; readonly dueAt: Date },
): Promise<boolean> {
  const { id, judgedTo, firingId } = alarm;
  const rows = await rowsOf(
    tx,
    sql`SELECT id FROM alarm WHERE id = ${id} AND is_on AND judged_to = ${judgedTo} AND firing_id IS NOT DISTINCT
      FROM ${firingId}::uuid FOR UPDATE`,
  );
  if (rows.length === 0) return false;
  if (found.endedAt) {
    await execute(tx, sql`UPDATE alarm_firing SET over_at = ${found.endedAt} WHERE id = ${firingId}`);
  }
  for (const firing of found.firings) await fire(services, tx, alarm, firing);
  await execute(
    tx,
    sql`UPDATE alarm SET judged_to = ${found.judgedTo}, due_at = ${found.dueAt}, try_at = ${found.dueAt},
      firing_id = ${found.firingId}, calm_since = ${found.state.calmSince} WHERE id = ${id}`,
  );
  return true;
}
