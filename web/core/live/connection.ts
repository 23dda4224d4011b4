import type { Client } from "graphql-ws";
import { createClient } from "graphql-ws";
import { backOff } from "../session/backOff.ts";
import { type Renew, SessionOver } from "../session/renewal.ts";

/** `lost`: the connection broke or could not be opened, and has not been opened again yet. */
export type LiveStatus = "idle" | "connecting" | "live" | "lost";

export interface LiveConnection {
  readonly client: Client;
  status(): LiveStatus;
  subscribe(listener: (status: LiveStatus) => void): () => void;
}

interface LiveOptions {
  url: string;
  accessToken(): string | null;
  renew: Renew;
  end(): void;
  webSocket?: typeof WebSocket;
  /** Milliseconds between the pings that detect a dead connection. */
  keepAlive?: number;
  /** Resolves when the attempt with this number (from 0) is due. */
  pause?: (attempt: number) => Promise<void>;
}

/** Close code that the server uses for an expired or invalid token. */
const forbidden = 4403;
const normalClosure = 1000;

/**
 * Creates a socket that opens with its first subscription and reconnects indefinitely. Renews a rejected token before
 * the next attempt, and stops reconnecting if the renewal fails.
 */
export function createLiveConnection(options: LiveOptions): LiveConnection {
  const { keepAlive = 12_000, pause = backOff } = options;
  const listeners = new Set<(status: LiveStatus) => void>();
  let status: LiveStatus = "idle";
  let refusedToken: string | null = null;
  let usedToken: string | null = null;
  let over = false;
  let pongDue: ReturnType<typeof setTimeout> | undefined;

  const set = (next: LiveStatus) => {
    if (next === status) return;
    status = next;
    for (const listener of listeners) listener(next);
  };

  const client = createClient({
    url: options.url,
    ...(options.webSocket ? { webSocketImpl: options.webSocket } : {}),
    connectionParams: async () => {
      usedToken = options.accessToken();
      over = false;
      if (usedToken !== null && usedToken === refusedToken) {
        try {
          usedToken = await options.renew(refusedToken);
        } catch (error) {
          over = true;
          if (error instanceof SessionOver) options.end();
          throw error;
        }
      }
      return { token: usedToken };
    },
    keepAlive,
    // Closes with the last subscription, because a socket must not outlive the session that opened it.
    lazyCloseTimeout: 0,
    retryAttempts: Infinity,
    retryWait: pause,
    shouldRetry: () => !over,
    on: {
      connecting: () => set(status === "lost" ? "lost" : "connecting"),
      connected: () => {
        refusedToken = null;
        set("live");
      },
      ping: (received) => {
        if (received) return;
        clearTimeout(pongDue);
        pongDue = setTimeout(() => client.terminate(), keepAlive / 2);
      },
      pong: (received) => {
        if (received) clearTimeout(pongDue);
      },
      closed: (event) => {
        clearTimeout(pongDue);
        const code = event instanceof Object && "code" in event ? event.code : undefined;
        if (code === forbidden) refusedToken = usedToken;
        set(code === normalClosure ? "idle" : "lost");
      },
    },
  });

  return {
    client,
    status: () => status,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
