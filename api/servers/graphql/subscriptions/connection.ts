import type { WebSocket } from "ws";
import type { Actor } from "../../../kernel/calls/actor.ts";
import type { Claims } from "../../../accounts/identity/authenticate.ts";
import { watchSession, type WatchedSessions } from "../../../accounts/identity/watchSession.ts";

/** Close code of graphql-transport-ws for "forbidden": the client renews its token and connects again. */
const forbidden = 4403;

/** Time for a client to read the reason before its connection is destroyed, in milliseconds. */
const goodbyeMs = 500;

/** An authenticated socket. */
export interface Connection {
  /** The user who opened the socket; all of its operations run as this user. */
  readonly actor: Actor;
  /** Rate limit of the API key that opened the socket; null if there is none. */
  readonly requestsPerMinute: number | null;
  /** Returns whether token and session are still valid; new subscriptions are rejected once they are not. */
  isOpen(): boolean;
  /** Stops watching the session after the socket has closed. */
  forget(): void;
}

/** Closes the socket when its token or session ends, whichever is first. */
export function openConnection(socket: WebSocket, claims: Claims, actor: Actor, services: WatchedSessions): Connection {
  let ended = false;
  const hasExpired = () => claims.expiresAt * 1000 <= services.now().getTime();
  const end = (): void => {
    ended = true;
    endSocket(socket, forbidden, "Forbidden");
  };
  const unwatch = watchSession(services, claims, end);
  return {
    actor,
    requestsPerMinute: claims.key?.requestsPerMinute ?? null,
    isOpen: () => !ended && !hasExpired() && !services.revocations.has(claims.credential.id),
    forget: unwatch,
  };
}

/**
 * Sends the reason, and destroys the connection soon after, because an unresponsive client would hold it open for 30 s.
 */
export function endSocket(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  const timer = setTimeout(() => socket.terminate(), goodbyeMs);
  socket.once("close", () => clearTimeout(timer));
}
