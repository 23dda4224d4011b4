import { Readable } from "node:stream";
import type { BaseQueryParams, ClickHouseClient as LibraryClient } from "@clickhouse/client";
import pDebounce from "p-debounce";
import { isUnavailable, noneAnswers, problemOf } from "./unavailable.ts";
import type { ClickHouseClient } from "./client.ts";

/** One of several servers with the same data. */
export interface Address {
  /** The URL without user and password. */
  readonly name: string;
  readonly client: LibraryClient;
  /** Creates a client with its own connections, which other requests can't hold up. */
  readonly openProbe: (timeoutMs: number) => LibraryClient;
}

/** Milliseconds without a response after which we probe whether the server still responds at all. */
const probeAfterMs = 1000;
const probeMs = 1500;

/**
 * Uses the address that answered last, and switches to the next one if its server is unavailable:
 *
 * - Queries and inserts with a deduplication token (and rows in memory) are resent there immediately. If the server has
 *   accepted them and then stops answering entirely (frozen, or cut off by the network), they are resent after 2.5 s.
 * - Everything else fails, since it may have been executed, and the next request goes to the next address.
 *
 * A response that has begun is not resumed at another address.
 */
export function failOver(addresses: readonly Address[], cluster: string | undefined): ClickHouseClient {
  let current = 0;
  let failovers = 0;
  const servers = addresses.map(({ name, client, openProbe }) => {
    const probe = openProbe(probeMs);
    const ask = (select: boolean) => () =>
      probe.ping({ select, abort_signal: AbortSignal.timeout(probeMs) }).then(
        (answer) => (answer.success ? null : answer.error),
        (error: unknown) => error,
      );
    const alone: ClickHouseClient = {
      cluster,
      query: (params) => client.query(params),
      insert: (params) => client.insert(params),
      exec: (params) => client.exec(params),
      command: (params) => client.command(params),
      ping: (params) => client.ping(params),
      close: () => client.close(),
    };
    return { name, client, alone, probe, answers: pDebounce.promise(ask(false)), letsIn: pDebounce.promise(ask(true)) };
  });
  type Server = (typeof servers)[number];

  /** Aborts the request if the server no longer responds at all. */
  async function watched<T>({ client, answers }: Server, request: Request<T>, caller?: AbortSignal): Promise<T> {
    const ending = new AbortController();
    let failure: Error | undefined;
    const look = async (): Promise<void> => {
      if ((await answers()) === null || ending.signal.aborted) return;
      failure = Object.assign(new Error("the ClickHouse server stopped responding"), { code: "ETIMEDOUT" });
      ending.abort();
    };
    const timer = setInterval(() => void look(), probeAfterMs);
    try {
      return await request(client, caller ? AbortSignal.any([caller, ending.signal]) : ending.signal);
    } catch (error) {
      throw failure ?? error;
    } finally {
      clearInterval(timer);
    }
  }

  async function run<T>(request: Request<T>, { repeatable, movable, caller }: Rules): Promise<T> {
    const failures: { name: string; error: unknown }[] = [];
    const first = current;
    for (let i = 0; i < servers.length; i++) {
      const at = (first + i) % servers.length;
      const server = servers[at];
      if (!server) break;
      try {
        const answer = await (repeatable ? watched(server, request, caller) : request(server.client, caller));
        if (i > 0) current = at;
        return answer;
      } catch (error) {
        if (!isUnavailable(error) || caller?.aborted) throw error;
        if (current === at) {
          current = (at + 1) % servers.length;
          failovers++;
        }
        if (!movable) throw error;
        failures.push({ name: server.name, error });
      }
    }
    throw noneAnswers(failures);
  }

  const client: ClickHouseClient = {
    cluster,
    query: (params) => run((at, abort_signal) => at.query({ ...params, ...of(abort_signal) }), reading(params)),
    insert: (params) =>
      run(
        (at, abort_signal) => at.insert({ ...params, ...of(abort_signal) }),
        writing(params, !(params.values instanceof Readable)),
      ),
    exec: (params) => run((at, abort_signal) => at.exec({ ...params, ...of(abort_signal) }), writing(params, false)),
    command: (params) => run((at) => at.command(params), once(params)),
    async ping(params = { select: false }) {
      try {
        return await run(async (at, abort_signal) => {
          const answer = await at.ping({ ...params, ...of(abort_signal) });
          if (!answer.success) throw answer.error;
          return answer;
        }, reading(params));
      } catch (error) {
        return { success: false, error: error instanceof Error ? error : new Error(String(error)) };
      }
    },
    async close() {
      await Promise.all(servers.flatMap((server) => [server.client.close(), server.probe.close()]));
    },
    addresses: {
      failovers: () => failovers,
      states: () =>
        Promise.all(
          servers.map(async ({ name, letsIn }, at) => {
            const error = await letsIn();
            const problem = error === null ? null : problemOf(error);
            return { name, inUse: at === current, problem };
          }),
        ),
      async inUse() {
        const answer = await client.ping({ select: true });
        if (!answer.success) throw answer.error;
        return servers[current]?.alone ?? client;
      },
      each: () => servers.map(({ name, alone }) => ({ name, client: alone })),
    },
  };
  return client;
}

type Request<T> = (client: LibraryClient, signal: AbortSignal | undefined) => Promise<T>;

interface Rules {
  /** Whether executing the request twice does no harm, so that it may be aborted halfway. */
  readonly repeatable: boolean;
  /** Whether the request can be resent to another address. */
  readonly movable: boolean;
  readonly caller: AbortSignal | undefined;
}

function of(abort_signal: AbortSignal | undefined) {
  return abort_signal && { abort_signal };
}

function reading({ abort_signal: caller }: BaseQueryParams): Rules {
  return { repeatable: true, movable: true, caller };
}

function writing({ clickhouse_settings, abort_signal: caller }: BaseQueryParams, inMemory: boolean): Rules {
  const repeatable = clickhouse_settings?.insert_deduplication_token !== undefined;
  return { repeatable, movable: repeatable && inMemory, caller };
}

function once({ abort_signal: caller }: BaseQueryParams): Rules {
  return { repeatable: false, movable: false, caller };
}
