import type { Logger } from "../../logging/logger.ts";
import type { Listening } from "../../postgres/listener.ts";
import { parseFrame } from "./frame.ts";

export interface SubscriptionSettings {
  readonly channel: string;
  readonly onMessage: (payload: string) => void;
  readonly onGap: () => void;
  /** Null when the message has been swept already. */
  readonly fetchStored: (id: string) => Promise<string | null>;
  readonly logger: Logger;
}

/** Hands messages on in their order, also where some must be fetched first. A subscriber that throws is only logged. */
export function createSubscription(settings: SubscriptionSettings): Listening & { end(): void } {
  let ended = false;
  /** Null while nothing is being fetched: then messages go straight through. */
  let queue: Promise<void> | null = null;

  function call(action: () => void): void {
    if (ended) return;
    try {
      action();
    } catch (error) {
      settings.logger.error({ err: error, channel: settings.channel }, "a bus subscriber failed");
    }
  }

  function enqueue(action: () => void | Promise<void>): void {
    const mine: Promise<void> = (queue ?? Promise.resolve()).then(action).finally(() => {
      if (queue === mine) queue = null;
    });
    queue = mine;
  }

  function inOrder(action: () => void): void {
    if (queue) enqueue(() => call(action));
    else call(action);
  }

  async function deliverStored(id: string): Promise<void> {
    const payload = await settings.fetchStored(id).catch(() => null);
    // What can't be fetched is a missed message, and that is what a gap means.
    if (payload === null) call(settings.onGap);
    else call(() => settings.onMessage(payload));
  }

  return {
    onNotification(text) {
      const frame = parseFrame(text);
      if (frame?.kind === "text") inOrder(() => settings.onMessage(frame.payload));
      else if (frame) enqueue(() => deliverStored(frame.id));
    },
    onGap: () => inOrder(settings.onGap),
    end() {
      ended = true;
    },
  };
}
