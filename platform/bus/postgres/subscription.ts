import type { Logger } from "../../logging/logger.ts";
import type { Listening } from "../../postgres/listener.ts";
import { parseFrame } from "./frame.ts";

export interface SubscriptionSettings {
  readonly channel: string;
  readonly onMessage: (payload: string) => void;
  readonly onGap: () => void;
  /** Fetches a stored message; null if it has already been deleted. */
  readonly fetchStored: (id: string) => Promise<string | null>;
  readonly logger: Logger;
}

/** Passes messages on in order, even if some must be fetched first. An error thrown by a subscriber is only logged. */
export function createSubscription(settings: SubscriptionSettings): Listening & { end(): void } {
  let ended = false;
  /** Null while nothing is being fetched; messages are then passed on immediately. */
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
    // A message that can't be fetched is lost, so subscribers are notified to read state again.
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
