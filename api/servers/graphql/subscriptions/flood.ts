import type { WebSocket } from "ws";

/** Messages of any kind that a socket may send in a minute; the web app sends some ten. */
export const messagesPerMinute = 600;

/** Bytes that wait for a client that doesn't read. Answers to its pings come on top of what it subscribed to. */
export const maxUnreadBytes = 256 * 1024;

export type FloodReason = "messages" | "unread";

/** Calls back once when the client of a socket sends too much, or lets too much wait. Subscriptions count on their own. */
export function watchForFlood(socket: WebSocket, now: () => Date, onFlood: (reason: FloodReason) => void): void {
  let since = now().getTime();
  let messages = 0;
  const look = (): void => {
    const time = now().getTime();
    if (time - since >= 60_000) {
      since = time;
      messages = 0;
    }
    const reason =
      ++messages > messagesPerMinute ? "messages" : socket.bufferedAmount > maxUnreadBytes ? "unread" : null;
    if (!reason) return;
    for (const event of ["message", "ping", "pong"]) socket.off(event, look);
    onFlood(reason);
  };
  for (const event of ["message", "ping", "pong"]) socket.on(event, look);
}
