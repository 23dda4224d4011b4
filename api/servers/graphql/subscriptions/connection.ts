import type { WebSocket } from "ws";
import type { Actor } from "../../../kernel/calls/actor.ts";
import type { Claims } from "../../../accounts/identity/authenticate.ts";
import { watchSession, type WatchedSessions } from "../../../accounts/identity/watchSession.ts";

/** Close code of graphql-transport-ws for "forbidden": the client renews its token and connects again. */
const forbidden = 4403;

/** For a client to read why before its connection is destroyed, whether or not it answers (ms). */
const goodbyeMs = 500;

/** A socket whose client has shown its token. */
export interface Connection {
  /** Who opened it: what runs over it is theirs, for as long as it is open. */
  readonly actor: Actor;
  /** What the key allows that it was opened with; null without such a limit. */
  readonly requestsPerMinute: number | null;
  /** Whether token and session are still good: once they are not, nothing that the client sends counts. */
  isOpen(): boolean;
  /** The socket is closed: nothing watches over it any more. */
  forget(): void;
}

/** Ends the socket with its token or its session, whichever comes first; the client is not asked. */
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

/** Tells why, and destroys the connection soon after: a client that doesn't answer would keep it open for 30 s. */
export function endSocket(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  const timer = setTimeout(() => socket.terminate(), goodbyeMs);
  socket.once("close", () => clearTimeout(timer));
}
