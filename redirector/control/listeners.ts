import type { Logger } from "@hoplog/platform/logging/logger.js";
import { createRestartPolicy } from "@hoplog/platform/retry/restartPolicy.js";
import pDebounce from "p-debounce";
import type { LeaseSource } from "../caps/messages.ts";
import type { CheckPassword } from "../passwords/messages.ts";
import type { TalliedDrops } from "../spool/talliedDrops.ts";
import { noFigures, remainder, sumOf } from "./figures.ts";
import { type ListenerChild, spawnListener } from "./listenerChild.ts";
import { subscribeToListener } from "./listenerProcess.ts";
import { type Figures, type ListenerProcessSettings, type ListenerReport, settingsVariable } from "./messages.ts";

export interface ListenersSettings {
  /** Program that runs the listeners. */
  readonly program: string;
  readonly count: number;
  readonly listener: Omit<ListenerProcessSettings, "reusePort">;
  /** A listener that was started early, with the same settings. */
  readonly earlyListener: ListenerChild | null;
  readonly logger: Logger;
  /** Looks up the replica entry of a key. Never rejects. */
  readonly lookUp: (key: string) => Promise<Buffer | null>;
  readonly checkPassword: CheckPassword;
  readonly leases: LeaseSource;
  readonly isHealthy: () => Promise<boolean>;
  /** Called when chunks can be shipped. */
  readonly onClosed: () => void;
  /** Called when the spool folders of the running listeners have changed. */
  readonly onFolders: (folders: readonly string[]) => void;
  readonly onDeath: () => void;
  readonly drops: TalliedDrops;
}

export interface Listeners {
  readonly port: number;
  /** Process ids of the listeners that listen at the moment. */
  pids(): number[];
  /**
   * Sums the figures of all listeners, including ended ones. Uses the last report of one that does not respond in time.
   */
  figures(): Promise<Figures>;
  /**
   * Stops the listeners after they have answered received requests and closed their chunks; kills those that take
   * longer than two seconds.
   */
  stop(): Promise<void>;
}

interface Member {
  process: ListenerChild;
  listening: boolean;
  /** The error because of which the listener could not listen. */
  refusal: ListenError | null;
  folder: string | null;
  figures: Figures;
  /** Called when the listener's figures were updated, or when the listener has ended. */
  onFigures: () => void;
  ended: () => void;
}

class ListenError extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

const answerTimeoutMs = 500;
const stopTimeoutMs = 2000;

/** Error codes of systems on which several sockets can't share a port. */
const noSharing = new Set(["ENOTSUP", "EINVAL", "ENOPROTOOPT"]);

/** Starts the listeners and restarts them when they end. Rejects if they can't listen at the first start. */
export async function startListeners(settings: ListenersSettings): Promise<Listeners> {
  const { logger } = settings;
  const members = new Set<Member>();
  const restarts = createRestartPolicy();
  let listener: ListenerProcessSettings = { ...settings.listener, reusePort: true };
  let past = noFigures;
  let stopping = false;

  const spawnOne = (): ListenerChild =>
    spawnListener(settings.program, { [settingsVariable]: JSON.stringify(listener) });

  /** Starts a listener and resolves with the port once it listens; rejects if the listener ends before that. */
  function start(child = spawnOne()): Promise<number> {
    return new Promise((resolve, reject) => {
      const startedAt = Date.now();
      const member: Member = {
        process: child,
        listening: false,
        refusal: null,
        folder: null,
        figures: noFigures,
        onFigures: () => {},
        ended: () => {},
      };
      members.add(member);
      subscribeToListener(child, logger, {
        onReport(report) {
          if (report.kind === "listening") resolve(report.port);
          handleReport(member, report);
        },
        onExit(how) {
          forget(member);
          if (!member.listening)
            reject(member.refusal ?? new ListenError(`a listener exited before it was ready (${how})`, "EXIT"));
          else if (!stopping) revive(how, Date.now() - startedAt);
        },
      });
    });
  }

  function handleReport(member: Member, report: ListenerReport): void {
    const { process } = member;
    switch (report.kind) {
      case "listening":
        member.listening = true;
        break;
      case "refused":
        member.refusal = new ListenError(report.message, report.code);
        break;
      case "spool":
        member.folder = report.folder;
        settings.drops.settle(report.tallies);
        reportFolders();
        break;
      case "closed":
        settings.onClosed();
        break;
      case "ask": {
        const { key } = report;
        void settings
          .lookUp(key)
          .then((entry) => process.order({ kind: "found", key, entry: entry?.toString("base64") ?? null }));
        break;
      }
      case "check": {
        const { id, attempt } = report;
        void settings.checkPassword(attempt).then((checked) => process.order({ kind: "checked", id, checked }));
        break;
      }
      case "lease": {
        const { id, request } = report;
        void settings.leases.lease(request).then((answer) => process.order({ kind: "leased", id, answer }));
        break;
      }
      case "settle": {
        const { id, settlement } = report;
        void settings.leases.settle(settlement).then((isSettled) => process.order({ kind: "settled", id, isSettled }));
        break;
      }
      case "health": {
        const { id } = report;
        void settings.isHealthy().then((healthy) => process.order({ kind: "health", id, healthy }));
        break;
      }
      case "figures":
        member.figures = report.figures;
        claimTally(report.figures);
        member.onFigures();
        break;
      default:
        report satisfies never;
    }
  }

  function claimTally({ spool: { tally } }: Figures): void {
    if (tally?.id) settings.drops.claim(tally.id);
  }

  function forget(member: Member): void {
    members.delete(member);
    const { tally } = member.figures.spool;
    if (tally?.id) settings.drops.end(tally.id, tally.requests);
    past = sumOf([past, remainder(member.figures)]);
    member.onFigures();
    member.ended();
    reportFolders();
  }

  function revive(how: string, uptimeMs: number): void {
    const pause = restarts.delayAfter(uptimeMs);
    logger.error({ how, pause }, "a listener died and is being restarted");
    settings.onDeath();
    setTimeout(again, pause);
  }

  function again(): void {
    if (stopping) return;
    start().catch((error: unknown) => {
      if (stopping) return;
      logger.error({ err: error }, "could not restart a listener");
      setTimeout(again, restarts.delayAfter(0));
    });
  }

  function reportFolders(): void {
    settings.onFolders([...members].flatMap(({ folder }) => (folder === null ? [] : [folder])));
  }

  async function startFirst(): Promise<number> {
    if (settings.earlyListener) {
      try {
        return await start(settings.earlyListener);
      } catch (error) {
        logger.warn({ err: error }, "the early listener failed: starting another one");
      }
    }
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof ListenError) || !noSharing.has(error.code)) throw error;
      logger.warn({ err: error }, "this system can't share a port among listeners: starting only one");
      listener = { ...listener, reusePort: false };
      return start();
    }
  }

  async function startAll(): Promise<number> {
    // The system may choose the port of the first listener; the others use the same port.
    const port = await startFirst();
    listener = { ...listener, port };
    const others = listener.reusePort ? settings.count - 1 : 0;
    await Promise.all(Array.from({ length: others }, () => start()));
    return port;
  }

  async function collectFigures(): Promise<Figures> {
    await Promise.all([...members].map((member) => requestFigures(member)));
    return sumOf([past, ...[...members].map(({ figures }) => figures)]);
  }

  async function stop(): Promise<void> {
    stopping = true;
    await Promise.all([...members].map((member) => end(member)));
  }

  const port = await startAll().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    port,
    pids: () => [...members].flatMap(({ listening, process }) => (listening && process.pid ? [process.pid] : [])),
    // Concurrent calls share one round of requests.
    figures: pDebounce.promise(collectFigures),
    stop,
  };
}

function requestFigures(member: Member): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, answerTimeoutMs);
    member.onFigures = () => {
      clearTimeout(late);
      resolve();
    };
    member.process.order({ kind: "figures" });
  });
}

function end(member: Member): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => member.process.kill(), stopTimeoutMs);
    member.ended = () => {
      clearTimeout(late);
      resolve();
    };
    member.process.order({ kind: "stop" });
  });
}
