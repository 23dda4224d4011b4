import { setTimeout as sleep } from "node:timers/promises";
import { batchWhileBusy } from "@hoplog/platform/coalescing/batchWhileBusy.js";
import { startSteps, type StepResult } from "@hoplog/platform/retry/steps.js";
import type { Listener } from "@hoplog/platform/postgres/listener.js";
import type { Logs, Randomness } from "../../../kernel/calls/capabilities.ts";
import type { Reads } from "../../../kernel/database/reads.ts";
import type { WebhookMetrics } from "../outbox/metrics.ts";
import { messagesChannel } from "../outbox/newMessage.ts";
import { disableFailing, type SwitchingOff } from "./switchOff.ts";
import { dueWebhooks, isAnyPending, leaseMessages, type LeasedMessage } from "./claim.ts";
import { noteResults, type Result } from "./note.ts";
import { verdictOn } from "./retries.ts";
import { type Attempt, sendMessage, type Sending } from "./send.ts";
import { createSlots } from "./slots.ts";

export type DelivererBase = Sending &
  Reads &
  Logs &
  Randomness &
  SwitchingOff & {
    readonly listener: Listener;
    readonly webhookMetrics: WebhookMetrics;
    /** Closes the connections to receivers. */
    readonly hangUp: () => Promise<void>;
  };

export interface Deliverer {
  /** Signals that messages may be due. */
  notify(): void;
  stop(): Promise<void>;
}

/** Poll interval, because notifications may be lost with their connection. */
const pollMs = 5000;
/** Pause after leasing messages: requests that end in the meantime make room for several at once. */
const betweenMs = 5;
/** Time for running requests to finish at shutdown. Messages of unfinished ones are sent again. */
const graceMs = 3000;

/** Sends due messages until stopped. Several processes may run this at once: each message is leased by one of them. */
export async function startDeliverer(base: DelivererBase): Promise<Deliverer> {
  const { logger, webhookMetrics, random } = base;
  const slots = createSlots();
  const underWay = new Set<Promise<void>>();
  let isCut = false;

  const note = batchWhileBusy<Result, void>(async (results) => {
    const long = await noteResults(base, results);
    const gone = new Set(results.flatMap(({ message, verdict }) => (verdict.is === "gone" ? message.webhookId : [])));
    await disableFailing(base, [...new Set([...long, ...gone])], gone);
  }, 1);

  async function deliver(message: LeasedMessage, ownerId: string): Promise<void> {
    const began = performance.now();
    let attempt: Attempt | null = null;
    try {
      attempt = await sendMessage(base, message);
      // The message is sent again, because this process closed the connection, not the receiver.
      if (isCut && attempt.status === null) return;
      const verdict = verdictOn(attempt, message.attempts + 1, (random(1)[0] ?? 0) / 255);
      await note({ message, attempt, verdict });
      const result = verdict.is === "delivered" ? "delivered" : attempt.isRefused ? "refused" : "failed";
      webhookMetrics.attempts.inc({ result });
    } catch (error) {
      logger.warn(
        { err: error, webhook: message.webhookId, ownerId },
        "cannot store the result of a webhook message; it may be sent again",
      );
    } finally {
      const ms = attempt?.milliseconds ?? performance.now() - began;
      slots.end(message.webhookId, ms, attempt !== null && attempt.status !== null);
      working.notify();
    }
  }

  async function takeNext(): Promise<StepResult> {
    if (slots.free() === 0) return "expecting";
    const due = await dueWebhooks(base, base.now());
    if (due.length === 0) return (await isAnyPending(base)) ? "expecting" : "idle";
    const owners = new Map(due.map(({ id, ownerId }) => [id, ownerId]));
    const rooms = new Map<string, number>();
    // Starts at a random webhook, so that none is always first.
    const from = ((random(1)[0] ?? 0) * 7) % due.length;
    for (const { id, ownerId } of [...due.slice(from), ...due.slice(0, from)]) {
      const room = slots.take(id, ownerId);
      if (room > 0) rooms.set(id, room);
    }
    if (rooms.size === 0) return "expecting";
    let taken: LeasedMessage[] = [];
    try {
      taken = await leaseMessages(base, rooms, base.now());
    } finally {
      for (const { webhookId } of taken) rooms.set(webhookId, (rooms.get(webhookId) ?? 0) - 1);
      for (const [id, unused] of rooms) slots.release(id, unused);
    }
    for (const message of taken) {
      const work = deliver(message, owners.get(message.webhookId) ?? "").finally(() => underWay.delete(work));
      underWay.add(work);
    }
    return taken.length > 0 ? "worked" : "expecting";
  }

  const working = startSteps({
    pollMs,
    async step() {
      const result = await takeNext();
      if (result === "worked") await sleep(betweenMs);
      return result;
    },
    onFailure: (error) => logger.warn({ err: error }, "cannot take webhook messages"),
  });
  const { notify } = working;
  const { unlisten } = await base.listener.listen(messagesChannel, { onNotification: notify, onGap: notify });
  // Sends messages that were written before the listener was registered.
  notify();
  return {
    notify,
    async stop() {
      await unlisten();
      await working.stop();
      await Promise.race([Promise.all(underWay), sleep(graceMs, undefined, { ref: false })]);
      isCut = true;
      await base.hangUp();
      await Promise.all(underWay);
    },
  };
}
