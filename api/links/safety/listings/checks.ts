import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import type { StepResult } from "@hoplog/platform/retry/steps.js";
import { pauseAfter } from "@hoplog/platform/retry/retry.js";
import type { ClientBase } from "pg";
import type { Counter, Gauge } from "prom-client";
import type { ClickHouse } from "../../../clicks/clickhouse/select.ts";
import { createChores } from "../../../kernel/work/chores.ts";
import { CheckFailed, type CheckUrl, longestMs } from "./checker.ts";
import { queueClickedLinks } from "./clickedLinks.ts";
import { countDueChecks, type DueCheck, dueChecks, endCheck, forgetChecks, postponeCheck } from "./linkChecks.ts";
import { linksWithIds } from "./markableLinks.ts";
import { readVerdicts, removeOldVerdicts, writeVerdict } from "./verdicts.ts";

export interface ChecksSettings extends ClickHouse {
  readonly databaseUrl: string;
  readonly logger: Logger;
  readonly check: CheckUrl;
  readonly nowMs: () => number;
  readonly metrics: { readonly asked: Counter<"result">; readonly waiting: Gauge };
}

const linksAtOnce = 20;
/** Links taken from the queue at a time, because in a long queue PostgreSQL needs a while to select the next owners. */
const takenAtOnce = 100;
/** Concurrent requests, and the minimum duration of a round of them (ms): ten a second. */
const concurrent = 4;
const roundMs = 400;
const urlsAtOnce = 40;
/** Time for which a failing check is retried (ms). After that time the link is marked by the known verdicts. */
const giveUpMs = 24 * 60 * 60 * 1000;
/** Verdicts on clicked URLs are refreshed at this age (ms). */
const clickedMaxAgeMs = 12 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;
const pauses = { firstMs: 10_000, maxMs: hourMs };
/** Pauses while the checker does not respond at all. */
const outagePauses = { firstMs: 10_000, maxMs: 5 * 60 * 1000 };
const clickedEveryMs = 5 * 60 * 1000;

/** Checks due links, in one process at a time, until stopped. */
export function startChecks(settings: ChecksSettings): { stop(): Promise<void> } {
  const { databaseUrl, logger, nowMs } = settings;
  const ending = new AbortController();
  let resumeAt = nowMs();
  let outages = 0;
  let taken: DueCheck[] = [];

  const chores = createChores<ClientBase>({ logger, now: () => new Date(nowMs()) }, [
    {
      failed: "could not delete old verdicts on URLs",
      everyMs: hourMs,
      isDelayed: true,
      run: (client) => removeOldVerdicts(client, longestMs),
    },
    {
      failed: "could not queue checks of clicked URLs",
      everyMs: clickedEveryMs,
      run: (client) => queueClickedLinks(client, settings),
    },
  ]);

  async function step(client: ClientBase): Promise<StepResult> {
    await chores(client);
    const waiting = await countDueChecks(client);
    settings.metrics.waiting.set(waiting);
    if (waiting === 0 || nowMs() < resumeAt) return "idle";
    if (taken.length === 0) taken = await dueChecks(client, takenAtOnce);
    const due = taken.splice(0, linksAtOnce);
    if (due.length === 0) return "idle";
    if (await checkLinks(settings, client, due, ending.signal)) {
      outages = 0;
      return "worked";
    }
    taken = [];
    resumeAt = nowMs() + pauseAfter(outages++, outagePauses, Math.random());
    return "idle";
  }

  const work = startExclusiveWork({ databaseUrl, name: "hoplog url checks", logger, pollMs: 1000, step });
  return {
    async stop() {
      ending.abort();
      await work.stop();
    },
  };
}

/** Checks links. Returns false if the checker did not respond. */
async function checkLinks(
  settings: ChecksSettings,
  client: ClientBase,
  due: readonly DueCheck[],
  ending: AbortSignal,
): Promise<boolean> {
  const links = new Map(
    (
      await linksWithIds(
        client,
        due.map(({ linkId }) => linkId),
      )
    ).map((link) => [link.id, link]),
  );
  await forgetChecks(
    client,
    due.flatMap(({ linkId }) => (links.has(linkId) ? [] : [linkId])),
  );
  const urls = [...new Set([...links.values()].flatMap((link) => link.urls))];
  const verdicts = await readVerdicts(client, urls, { threatsOnly: false, graceMs: 0 });
  const youngest = settings.nowMs() - clickedMaxAgeMs;
  const isKnown = (url: string, { isNew }: DueCheck) => {
    const verdict = verdicts.get(url);
    return verdict !== undefined && (isNew || verdict.threat !== null || verdict.checkedAt.getTime() > youngest);
  };
  const unknown = new Set(
    due.flatMap((check) => (links.get(check.linkId)?.urls ?? []).filter((url) => !isKnown(url, check))),
  );
  const { answered, failed } = await ask(settings, client, [...unknown].slice(0, urlsAtOnce), ending);
  if (ending.aborted) return true;
  for (const check of due) {
    const link = links.get(check.linkId);
    if (!link) continue;
    const open = link.urls.filter((url) => !isKnown(url, check) && !answered.has(url));
    if (open.length === 0 || settings.nowMs() - check.since.getTime() > giveUpMs) await endCheck(client, check);
    else if (open.some((url) => failed.has(url))) {
      await postponeCheck(client, check, pauseAfter(check.failures, pauses, Math.random()));
    }
  }
  return failed.size === 0 || answered.size > 0;
}

async function ask(settings: ChecksSettings, client: ClientBase, urls: readonly string[], ending: AbortSignal) {
  const { check, logger, metrics, nowMs } = settings;
  const answered = new Set<string>();
  const failed = new Set<string>();
  let problem = "";
  for (let at = 0; at < urls.length; at += concurrent) {
    const from = nowMs();
    const round = urls.slice(at, at + concurrent);
    const verdicts = await Promise.all(
      round.map((url) =>
        check(url, ending).catch((error: unknown) => {
          if (!(error instanceof CheckFailed)) throw error;
          problem = error.message;
          return null;
        }),
      ),
    );
    if (ending.aborted) break;
    for (const [i, url] of round.entries()) {
      const verdict = verdicts[i] ?? null;
      metrics.asked.inc({ result: verdict === null ? "failed" : verdict.threat === null ? "nothing" : "threat" });
      if (verdict) await writeVerdict(client, url, verdict);
      (verdict ? answered : failed).add(url);
    }
    // If no request of a round got a response, the remaining requests would only time out too.
    if (answered.size === 0) {
      for (const url of urls) failed.add(url);
      break;
    }
    if (at + concurrent < urls.length)
      await sleep(Math.max(0, from + roundMs - nowMs()), undefined, { signal: ending }).catch(() => {});
  }
  if (failed.size > 0 && !ending.aborted)
    logger.warn({ urls: failed.size, problem }, "the URL checker returned no verdict; retrying later");
  return { answered, failed };
}
