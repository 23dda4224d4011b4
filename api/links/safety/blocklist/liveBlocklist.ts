import type { Listener } from "@hoplog/platform/postgres/listener.js";
import { named, raw, sql } from "@hoplog/platform/postgres/sql.js";
import { createNotifier } from "@hoplog/platform/retry/notifier.js";
import { Gauge, type Registry } from "prom-client";
import type { Logs } from "../../../kernel/calls/capabilities.ts";
import type { Reads } from "../../../kernel/database/reads.ts";
import type { Entry } from "./entry.ts";
import { type Matcher, matcherBuilder } from "./matching.ts";
import type { Transaction } from "../../../kernel/database/orm.ts";
import type { RunningFeature } from "../../../kernel/calls/feature.ts";

/** The list as last read by this process, and a revision that it is at least as new as. */
export interface ReadBlocklist {
  readonly matcher: Matcher;
  readonly revision: bigint;
}

/** The dependency of code that refuses URLs on the blocklist. */
export interface Blocklist {
  readonly blocklist: { current(): ReadBlocklist };
}

export type BlocklistBase = Reads & Logs & { readonly listener: Listener; readonly registry: Registry };

/** Polling interval in case a notification is lost with its connection, and the delay after a failure (ms). */
const pollMs = 10_000;
const rowsAtOnce = 5000;

/** Stores the list in memory and reloads it after each change, until stopped. Throws if the first read fails. */
export async function openBlocklist(base: BlocklistBase): Promise<Blocklist & { stop(): Promise<void> }> {
  const { listener, logger, registry } = base;
  let current = await read(base);
  const ending = new AbortController();
  const notifier = createNotifier();
  const entries: Gauge = new Gauge({
    name: "hoplog_api_blocklist_entries",
    help: "Blocklist entries that URLs are compared with",
    registers: [registry],
    collect: () => entries.set(current.matcher.size),
  });

  async function keepReading(): Promise<void> {
    while (!ending.signal.aborted) {
      await notifier.wait(pollMs, ending.signal);
      if (ending.signal.aborted) return;
      try {
        if ((await revisionOf(base)) !== current.revision) current = await read(base);
      } catch (error) {
        logger.warn({ err: error }, "could not reload the blocklist");
      }
    }
  }

  const { unlisten } = await listener.listen(blocklistChannel, {
    onNotification: () => notifier.notify(),
    onGap: () => notifier.notify(),
  });
  // Reloads the list, which may have changed before the listener was registered.
  notifier.notify();
  const reading = keepReading();
  return {
    blocklist: { current: () => current },
    async stop() {
      ending.abort();
      await reading;
      await unlisten();
    },
  };
}

async function revisionOf({ reads }: Reads): Promise<bigint> {
  const { rows } = await reads.query<{ revision: string }>("SELECT revision::text FROM blocklist_state");
  return BigInt(rows[0]?.revision ?? 0);
}

/**
 * Reads the list. The revision is read first, so the entries are at least as new. Reads in batches, so that many
 * entries don't delay calls.
 */
async function read(services: Reads): Promise<ReadBlocklist> {
  const revision = await revisionOf(services);
  const { add, matcher } = matcherBuilder();
  // If both tables have an entry, the operator's reason applies.
  for (const table of ["blocklist_entry", "blocklist_file_entry"]) {
    for (let after = ""; ;) {
      const { rows } = await services.reads.query<Entry>(
        named(
          `${table}_page`,
          sql`SELECT entry, reason FROM ${raw(table)} WHERE entry > ${after} ORDER BY entry LIMIT ${rowsAtOnce}`,
        ),
      );
      for (const row of rows) add(row);
      const last = rows.at(-1);
      if (!last || rows.length < rowsAtOnce) break;
      after = last.entry;
    }
  }
  return { matcher, revision };
}

/** Postgres channel that is notified when the list has changed. */
const blocklistChannel = "hoplog_blocklist";

/**
 * SQL to run in the transaction that changes entries, after the change. Processes then reload the list, and links are
 * compared with it.
 */
export const blocklistChanged = `
  WITH changed AS (
    INSERT INTO blocklist_state AS state (revision) VALUES (1)
    ON CONFLICT (one) DO UPDATE SET revision = state.revision + 1 RETURNING revision)
  SELECT pg_notify('${blocklistChannel}', '') FROM changed`;

export async function noteBlocklistChange(tx: Transaction): Promise<void> {
  await tx.execute(blocklistChanged);
}

/** The list of URLs that no link may redirect to. */
export const blocklist: RunningFeature<unknown, BlocklistBase, Blocklist> = {
  async start(base) {
    const { blocklist, stop } = await openBlocklist(base);
    return { services: { blocklist }, stop };
  },
};
