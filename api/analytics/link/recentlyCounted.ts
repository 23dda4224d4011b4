import type { ClicksCounted } from "@hoplog/schema/bus/clicksCounted.js";

/** The links of which messages have come lately: what a page has read may lack them when it subscribes. */
export interface RecentlyCounted {
  add(message: ClicksCounted, nowMs: number): void;
  linksOf(ownerId: string, nowMs: number): ReadonlySet<string>;
}

/** Longer than a page takes from its first query to its subscription, on a slow phone too. */
const maxAgeMs = 30_000;

/**
 * Of all messages together, as they were sent: some 50,000 links, so that reading them holds nobody up. The oldest go first:
 * where more comes within 30 s, the next message is never far.
 */
const maxBytes = 1024 * 1024;

/** `limits` are for tests. */
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
