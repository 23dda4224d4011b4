import type { EventLog } from "@hoplog/platform/log/port.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import type { RunningWork } from "@hoplog/platform/retry/steps.js";
import { unlessAborted } from "@hoplog/platform/retry/unlessAborted.js";
import type { Sealer } from "@hoplog/platform/sealing/sealer.js";
import { Mutex } from "async-mutex";
import type { Client } from "pg";
import type { Lookup } from "../domains/dns/lookup.ts";
import {
  forgetAccountUrl,
  openAccount,
  type OpenAccount,
  pauseAccount,
  readAccount,
  resumeAccount,
} from "./account.ts";
import { attemptCertificate } from "./attempt.ts";
import { CaProblem } from "./ca/problem.ts";
import { consequenceOf, failureText, ownersText } from "./failure.ts";
import { renewSeals } from "./keys.ts";
import type { CertificateMetrics } from "./metrics.ts";
import { publishCertificates, withdrawChallenges } from "./publish.ts";
import type { SelfCheckSettings } from "./selfCheck.ts";
import type { CaSettings } from "./ca/ca.ts";
import {
  changeDirectory,
  type DueHost,
  nextDue,
  readFigures,
  storeFailure,
  syncHosts,
  type Connection,
  oneAtATime,
} from "./store.ts";

/** Dependencies for requesting certificates. */
export interface Requesting {
  readonly ca: CaSettings;
  readonly sealer: Sealer;
  readonly selfCheck: SelfCheckSettings;
}

export interface CertificateWork {
  readonly databaseUrl: string;
  readonly log: EventLog;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly lookup: Pick<Lookup, "caa">;
  readonly ownHosts: readonly string[];
  readonly metrics: CertificateMetrics;
  /**
   * How to request certificates. If null, no certificates are requested: certificates of removed hosts are withdrawn,
   * and the others expire.
   */
  readonly requesting: Requesting | null;
}

const pollMs = 5000;
/** Maximum number of concurrent hosts. */
const atOnce = 8;
const attemptMs = 180_000;

/** Requests, renews, publishes and withdraws certificates, in one process at a time, until stopped. */
export function startCertificateWork(work: CertificateWork): RunningWork {
  const { databaseUrl, logger } = work;
  const ending = new AbortController();
  const prepared = new WeakSet<Client>();
  const running = startExclusiveWork({
    databaseUrl,
    name: "hoplog certificates",
    logger,
    pollMs,
    async step(client) {
      const connection = oneAtATime(client);
      if (!prepared.has(client)) {
        await prepare(connection, work);
        prepared.add(client);
      }
      await workOnNext(connection, work, ending.signal);
      return "idle";
    },
  });
  return {
    notify: () => running.notify(),
    async stop() {
      ending.abort();
      await running.stop();
    },
  };
}

/** Withdraws the challenges of a killed API process, and adapts stored keys and orders to the current settings. */
async function prepare(client: Connection, { log, logger, now, requesting }: CertificateWork): Promise<void> {
  await withdrawChallenges(client, log, null);
  if (!requesting) return;
  await renewSeals(client, requesting.sealer, now(), logger);
  await changeDirectory(client, requesting.ca.directory, now());
}

async function workOnNext(client: Connection, work: CertificateWork, ending: AbortSignal): Promise<void> {
  const { log, now, ownHosts, metrics, requesting } = work;
  await syncHosts(client, ownHosts, requesting?.ca.directory ?? null, now());
  const publishing = new Mutex();
  const publish = () => publishing.runExclusive(() => publishCertificates(client, log, now()));
  await publish();
  if (requesting) await requestDue(client, work, requesting, publish, ending);
  metrics.set(await readFigures(client, now()));
}

/** Processes all due hosts; the failure of one host does not delay others. */
async function requestDue(
  client: Connection,
  work: CertificateWork,
  requesting: Requesting,
  publish: () => Promise<void>,
  ending: AbortSignal,
): Promise<void> {
  const { now } = work;
  const { directory } = requesting.ca;
  const busy = new Set<string>();
  const opening = new Mutex();
  let account: OpenAccount | null = null;
  const open = () =>
    opening.runExclusive(async () => (account ??= await openAccount(client, requesting.ca, requesting.sealer, work)));

  async function mayRequest(): Promise<boolean> {
    const { pausedUntil } = await readAccount(client, directory);
    return !ending.aborted && (pausedUntil === null || pausedUntil <= now());
  }

  const taking = new Mutex();
  const take = () =>
    taking.runExclusive(async () => {
      const due = (await mayRequest()) ? await nextDue(client, [...busy], now()) : null;
      if (due) busy.add(due.host);
      return due;
    });

  async function workOn(due: DueHost): Promise<void> {
    const signal = AbortSignal.any([ending, AbortSignal.timeout(attemptMs)]);
    const { sealer, selfCheck } = requesting;
    const { log, lookup } = work;
    let opened: OpenAccount | null = null;
    try {
      opened = await open();
      await attemptCertificate({ client, log, lookup, account: opened, sealer, selfCheck, signal }, due);
      await resumeAccount(client, directory);
      work.metrics.issued();
      await publish();
    } catch (error) {
      if (ending.aborted) return;
      if (error instanceof CaProblem && error.type === "accountDoesNotExist") {
        account = null;
        await forgetAccountUrl(client, directory);
      }
      await noteFailure(client, work, directory, { ...due, isOfAccount: opened === null }, error);
    }
  }

  async function workSequentially(): Promise<void> {
    for (let due = await take(); due; due = await take()) {
      await workOn(due);
      busy.delete(due.host);
    }
  }
  await unlessAborted(Promise.all(Array.from({ length: atOnce }, workSequentially)), ending);
}

async function noteFailure(
  client: Connection,
  { logger, metrics, now }: CertificateWork,
  directory: string,
  { host, failures, isOfAccount }: DueHost & { readonly isOfAccount: boolean },
  error: unknown,
): Promise<void> {
  metrics.failed();
  const account = await readAccount(client, directory);
  const { hostMs, everybodyMs: said } = consequenceOf(error, host, { host: failures, ca: account.failures });
  // A failure of the account affects all hosts.
  const everybodyMs = isOfAccount ? Math.max(hostMs, said ?? 0) : said;
  const text = failureText(error);
  const after = (ms: number) => new Date(now().getTime() + ms);
  if (everybodyMs !== null) await pauseAccount(client, directory, after(everybodyMs), text);
  await storeFailure(client, host, ownersText(error, isOfAccount), after(Math.max(hostMs, everybodyMs ?? 0)));
  logger.warn({ host, reason: text }, "could not obtain a certificate for a host; retrying later");
}
