import type { RefusedCaller } from "./knownKeys.ts";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { startRounds } from "@hoplog/platform/process/rounds.js";
import { originOf } from "../../../kernel/calls/actor.ts";
import type { Clock, Ids, Logs } from "../../../kernel/calls/capabilities.ts";
import { readRows, type Reads } from "../../../kernel/database/reads.ts";
import type { Events } from "../../../kernel/eventstore/eventStore.ts";
import type { KnownKey, Refusal } from "./knownKeys.ts";
import { Counter, type Registry } from "prom-client";

/** Records the use and the refusals of keys in the background, without delaying calls. */
export interface KeyNotes {
  noteUse(id: string): void;
  noteRefusal(key: Pick<KnownKey, "id" | "ownerId" | "userId">, refusal: Refusal, caller: RefusedCaller): void;
  /** Writes pending entries. */
  stop(): Promise<void>;
}

interface KeyMetrics {
  readonly refused: Counter<"because">;
}

export function createKeyMetrics(registry: Registry): KeyMetrics {
  return {
    refused: new Counter({
      name: "hoplog_api_keys_refused_total",
      help: "Calls with an API key that were rejected because of the key, by reason",
      labelNames: ["because"],
      registers: [registry],
    }),
  };
}

const hourMs = 60 * 60 * 1000;
const writeEveryMs = 5000;
/** Interval in which refusals of the same key and kind are written only once (ms). */
const sameRefusalMs = 60_000;
/** Maximum pending refusals; further ones are only counted. */
const waitingMax = 1000;

interface WaitingRefusal {
  readonly key: Pick<KnownKey, "id" | "ownerId" | "userId">;
  readonly refusal: Refusal;
  readonly caller: RefusedCaller;
}

export function openKeyNotes(services: Reads & Events & Clock & Ids & Logs, metrics: KeyMetrics): KeyNotes {
  /** Last hour of use of each key, stored or queued for storage. */
  const noted = new Map<string, number>();
  const used = new Set<string>();
  const refusedAt = new Map<string, number>();
  const refusals: WaitingRefusal[] = [];

  async function writeUse(): Promise<void> {
    const ids = [...used];
    if (ids.length === 0) return;
    used.clear();
    const at = new Date(hourOf(services) * hourMs);
    try {
      await readRows(
        services.reads,
        sql`UPDATE api_key SET last_used_at = ${at} WHERE id = ANY (${ids}::uuid[]) AND (last_used_at IS NULL
          OR last_used_at < ${at})`,
      );
    } catch (error) {
      for (const id of ids) noted.delete(id);
      throw error;
    }
  }

  async function writeRefusals(): Promise<void> {
    for (let first = refusals[0]; first; first = refusals[0]) {
      await writeRefusal(first);
      // Removes entries after they were written, so that the next round retries failed ones.
      refusals.shift();
    }
  }

  async function writeRefusal({ key, refusal, caller }: WaitingRefusal): Promise<void> {
    const by = { userId: key.userId, workspaceId: key.ownerId, credential: { kind: "apiKey", id: key.id } } as const;
    const origin = originOf(services, { ...by, via: caller.via, address: caller.address });
    await services.eventStore.unitOfWork((tx) =>
      services.eventStore.audit(tx, origin, {
        action: "RefuseApiKey",
        resource: { type: "key", id: key.id },
        detail: { because: refusal },
      }),
    );
  }

  async function write(): Promise<void> {
    await writeUse();
    await writeRefusals();
  }

  function warn(error: unknown): void {
    services.logger.warn({ err: error }, "could not record the use of API keys");
  }

  const rounds = startRounds(writeEveryMs, write, warn);

  return {
    noteUse(id) {
      const hour = hourOf(services);
      if (noted.get(id) === hour) return;
      noted.set(id, hour);
      used.add(id);
    },
    noteRefusal(key, refusal, caller) {
      metrics.refused.inc({ because: reasonOf(refusal) });
      const now = services.now().getTime();
      const same = `${key.id} ${refusal}`;
      const before = refusedAt.get(same);
      if (before !== undefined && now - before < sameRefusalMs) return;
      if (refusals.length >= waitingMax) return;
      if (refusedAt.size >= waitingMax) refusedAt.clear();
      refusedAt.set(same, now);
      refusals.push({ key, refusal, caller });
    },
    async stop() {
      await rounds.stop();
      await write().catch(warn);
    },
  };
}

function hourOf({ now }: Clock): number {
  return Math.floor(now().getTime() / hourMs);
}

/** Maps a refusal to one of few metric labels. */
function reasonOf(refusal: Refusal): string {
  return refusal.includes(":") || refusal === "export" ? "scope" : refusal;
}
