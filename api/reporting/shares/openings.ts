import type { Listener } from "@hoplog/platform/postgres/listener.js";
import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { HoplogError } from "@hoplog/schema/errors.js";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { execute } from "../../kernel/database/statements.ts";
import { addressKey } from "../../kernel/limits/keys.ts";
import { createQuota } from "@hoplog/platform/quota/quota.js";
import type { ShareMetrics } from "./metrics.ts";
import type { VisitedShare } from "./visit.ts";

/** Postgres channel that is notified with the id of each changed or deleted page. */
const channel = "hoplog_shares";

/** Open streams, each of which ends when its page is changed or deleted. */
export interface Openings {
  /**
   * Registers a stream, and returns a function that frees its slot. `onEnd` is called when the page is changed, revoked
   * or expired, or notifications may have been lost. Throws RATE_LIMIT_ERROR.
   */
  enter(share: Pick<VisitedShare, "id" | "expiresAt">, address: string, onEnd: () => void): () => void;
  close(): Promise<void>;
}

export interface OpeningsSettings extends Clock {
  readonly listener: Listener;
  readonly metrics: ShareMetrics;
  readonly perAddress: number;
  /** Maximum number of open streams of one page in one process. */
  readonly perShare: number;
}

/** Ends the streams of all pages of a banned account, in every process. The ban itself stops the pages. */
export async function endStreamsOf(tx: Transaction, ownerId: string): Promise<void> {
  await execute(tx, sql`SELECT pg_notify('${raw(channel)}', id::text) FROM share WHERE owner_id = ${ownerId}`);
}

/** Maximum timeout of a timer, in milliseconds. */
const timerMaxMs = 2 ** 31 - 1;

export async function openOpenings(settings: OpeningsSettings): Promise<Openings> {
  const { listener, metrics, now } = settings;
  const addresses = createQuota(settings.perAddress);
  const shares = createQuota(settings.perShare);
  const open = new Map<string, Set<() => void>>();
  const endAll = (ends: Iterable<() => void> = []) => {
    for (const end of ends) end();
  };
  const { unlisten } = await listener.listen(channel, {
    onNotification: (id) => endAll(open.get(id)),
    // Ends all streams, because any page may have been revoked in the meantime. Visitors who still have access
    // reconnect.
    onGap: () => endAll([...open.values()].flatMap((ends) => [...ends])),
  });
  const refuse = (reason: string) => {
    metrics.refused.inc({ reason });
    return new HoplogError(
      "RATE_LIMIT_ERROR",
      "Too many live streams of this page or from your IP address are open. Reload the page later to see live figures.",
    );
  };
  return {
    enter({ id, expiresAt }, address, onEnd) {
      const releaseAddress = addresses.take(addressKey(address));
      if (!releaseAddress) throw refuse("address");
      const releaseShare = shares.take(id);
      if (!releaseShare) {
        releaseAddress();
        throw refuse("share");
      }
      const ends = open.get(id) ?? new Set();
      open.set(id, ends.add(onEnd));
      metrics.streams.inc();
      const left = expiresAt && expiresAt.getTime() - now().getTime();
      const timer = left === null ? undefined : setTimeout(onEnd, Math.min(left, timerMaxMs));
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        clearTimeout(timer);
        ends.delete(onEnd);
        if (ends.size === 0 && open.get(id) === ends) open.delete(id);
        metrics.streams.dec();
        releaseShare();
        releaseAddress();
      };
    },
    close: unlisten,
  };
}
