import type { ClicksCounted } from "@hoplog/schema/bus/clicksCounted.js";

/**
 * Links named in recent bus messages. A page reads figures before it subscribes, so these links are sent again when it
 * does.
 */
export interface RecentlyCounted {
  add(message: ClicksCounted, nowMs: number): void;
  linksOf(ownerId: string, nowMs: number): ReadonlySet<string>;
}

/** Maximum age of messages: longer than a page needs from its first query to its subscription, even on a slow phone. */
const maxAgeMs = 30_000;

/**
 * Maximum size of all remembered messages: about 50,000 links, so that reading them does not block the process. The
 * oldest are dropped first; if they are less than 30 s old, the next message follows soon anyway.
 */
const maxBytes = 1024 * 1024;

/** Creates an empty list of recent links. `limits` are for tests. */
export function createRecentlyCounted(limits = { maxAgeMs, maxBytes }): RecentlyCounted {
  const messages: { readonly message: ClicksCounted; readonly at: number }[] = [];
  let bytes = 0;

  function removeOld(nowMs: number): void {
    const isRoomNeeded = () => bytes > limits.maxBytes || (messages[0]?.at ?? nowMs) < nowMs - limits.maxAgeMs;
    while (messages.length > 0 && isRoomNeeded()) bytes -= messages.shift()?.message.size ?? 0;
  }

  return {
    add(message, nowMs) {
      messages.push({ message, at: nowMs });
      bytes += message.size;
      removeOld(nowMs);
    },
    linksOf(ownerId, nowMs) {
      removeOld(nowMs);
      return new Set(messages.flatMap(({ message }) => [...message.linksOf(ownerId)]));
    },
  };
}
