import { afterAll, beforeAll } from "vitest";
import WebSocket from "ws";
import { createClient } from "graphql-ws";
import { type Account, openAccount } from "../running/account.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { type Answer, send, type Sent } from "../security/send.ts";

/** A request that an attacker sends. */
export interface Attempt extends Sent {
  /** An access token or an API key. */
  readonly token?: string;
  /** Client address reported by the proxy in front of the stack. */
  readonly from?: string;
}

export interface Attacked {
  stack(): TestStack;
  account(email: string, name?: string): Promise<Account>;
  /** Sends a request to the app; failures are returned, not thrown. */
  app(method: string, path: string, attempt?: Attempt): Promise<Answer>;
  graphql(query: string, attempt?: Attempt): Promise<Answer>;
  /** Sends a request to the redirector. */
  short(method: string, path: string, attempt?: Attempt): Promise<Answer>;
  /** Runs one operation over a WebSocket: resolves with its results, or the reason for the close. */
  socket(token: string, query: string, parameters?: Readonly<Record<string, string>>): Promise<SocketOutcome>;
}

export interface SocketOutcome {
  readonly results: readonly unknown[];
  readonly problem: unknown;
}

/**
 * Starts one stack for all cases of a file, behind a proxy that reports the client address of each request. Must be
 * called once, at the top level.
 */
export function attackedStack(env: Readonly<Record<string, string>> = {}): Attacked {
  let running: TestStack | null = null;
  const stack = (): TestStack => {
    if (!running) throw new Error("the stack is not running: it is started before the first test");
    return running;
  };
  beforeAll(async () => {
    running = await newTestStack();
    await running.start({ env: { TRUSTED_PROXIES: "127.0.0.0/8,::1/128", BIND_ADDRESS: "127.0.0.1", ...env } }).ready();
  });
  afterAll(() => running?.clear());

  const to =
    (origin: () => string) =>
    (method: string, path: string, attempt: Attempt = {}) => {
      const { token, from, headers, ...sent } = attempt;
      const own = {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(from !== undefined && { "x-forwarded-for": from }),
      };
      return send(origin(), path, { method, ...sent, headers: { ...own, ...headers } });
    };
  const app = to(() => stack().appUrl);
  return {
    stack,
    account: (email, name) => openAccount(stack().appUrl, email, name),
    app,
    graphql: (query, attempt = {}) => app("POST", "/graphql", { ...attempt, body: { query } }),
    short: to(() => stack().shortUrl),
    async socket(token, query, parameters = {}) {
      const results: unknown[] = [];
      const client = createClient({
        url: `${stack().appUrl.replace("http", "ws")}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { token, ...parameters },
        retryAttempts: 0,
      });
      const problem = await new Promise<unknown>((resolve) => {
        client.subscribe(
          { query },
          { next: (result) => results.push(result), error: resolve, complete: () => resolve(null) },
        );
      });
      await client.dispose();
      return { results, problem };
    },
  };
}
