import { Worker } from "node:worker_threads";
import type { HeldLease } from "@hoplog/schema/caps/lease.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { type EndedHolder, endedHolders, forgetHolder, hasHolder } from "../slots/holders.ts";
import { slotFolders } from "@hoplog/platform/spool/slotFolders.js";
import { tryOwn } from "../slots/slots.ts";
import { adoptChunks } from "../spool/spoolFile.ts";
import { logUnsettled, type SettledTallies } from "../spool/tallyFile.ts";
import type { UsedVisits } from "../spool/usedVisits.ts";
import type { Leases } from "./leases.ts";

export interface RecoverySettings {
  /** The spool folder, which contains the slots. */
  readonly spool: string;
  readonly leases: Leases;
  readonly logger: Logger;
  /** Called when a dead owner's slot is adopted, with its counts of dropped requests. */
  readonly onTallies?: (tallies: SettledTallies) => void;
}

export interface Recovery {
  /** Sets the folders of this process's running listeners. */
  setOwn(folders: readonly string[]): void;
  stop(): Promise<void>;
}

const intervalMs = 1000;

/**
 * Settles the leases of killed listeners, so that their unused visits can be leased again. The used visits are in the
 * slots: in the chunks, or in a file once these are shipped. Several processes that share the spool may do this,
 * because settling is idempotent.
 */
export function startRecovery(settings: RecoverySettings): Recovery {
  const { logger } = settings;
  const complain = logUnsettled(logger);
  let own: ReadonlySet<string> = new Set();
  let running: Promise<void> | null = null;

  async function round(): Promise<void> {
    for (const folder of slotFolders(settings.spool)) {
      // A slot that can't be adopted does not block the others.
      await settleSlot(folder).catch(notYet);
    }
  }

  async function settleSlot(folder: string): Promise<void> {
    if (!own.has(folder) && hasHolder(folder)) endForDead(folder);
    for (const holder of endedHolders(folder)) await recover(folder, holder, settings);
  }

  /** Adopts a slot if its owner is dead and no other process has taken it. */
  function endForDead(folder: string): void {
    const lock = tryOwn(folder);
    if (!lock) return;
    try {
      const { tallies, unsettled } = adoptChunks(folder);
      complain(unsettled);
      settings.onTallies?.(tallies);
    } finally {
      lock.release();
    }
  }

  function notYet(error: unknown): void {
    logger.warn({ err: error }, "cannot settle the leases of a former listener; retrying");
  }

  function start(): void {
    running ??= round()
      .catch(notYet)
      .finally(() => (running = null));
  }

  const timer = setInterval(start, intervalMs);
  start();
  return {
    setOwn(folders) {
      own = new Set(folders);
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/**
 * Settles the leases of an ended holder. If Postgres can't be reached, rejects, or leaves the remaining leases for the
 * next round.
 */
async function recover(folder: string, holder: EndedHolder, { leases, logger }: RecoverySettings): Promise<void> {
  const held = await leases.end(holder.id);
  const used = held.length > 0 ? await usedOf(folder, holder) : null;
  for (const lease of held) {
    if (!(await leases.settle({ lease: lease.lease, used: usedOfLease(lease, used) }))) return;
  }
  forgetHolder(holder);
  if (held.length === 0) return;
  const isUnknown = used === null || used.isUnknown;
  logger.info({ holder: holder.id, leases: held.length, isUnknown }, "settled the leases of a listener that ended");
}

function usedOfLease({ lease, visits }: HeldLease, used: UsedVisits | null): number {
  return used === null || used.isUnknown ? visits : (used.highest.get(lease) ?? 0);
}

/** Returns the used visits; null if clicks may have been lost. */
function usedOf(folder: string, { mayHaveLost }: EndedHolder): Promise<UsedVisits> | null {
  return mayHaveLost ? null : scanned(folder);
}

const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";

function scanned(folder: string): Promise<UsedVisits> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL(`./scanThread${extension}`, import.meta.url), { workerData: folder });
    thread.once("message", resolve);
    thread.once("error", reject);
    thread.once("exit", () => reject(new Error(`cannot read the chunks in ${folder}`)));
  });
}
