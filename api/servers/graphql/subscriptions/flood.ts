import type { WebSocket } from "ws";

/** Maximum messages per socket and minute; the web app sends about ten. */
export const messagesPerMinute = 600;

/** Maximum unsent bytes for a client that doesn't read, including pongs. */
export const maxUnreadBytes = 256 * 1024;

export type FloodReason = "messages" | "unread";

/** Calls back once if a client sends too much or reads too slowly. Subscriptions have separate limits. */
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
