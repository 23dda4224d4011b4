import pg from "pg";
import type { Logger } from "../logging/logger.ts";
import { createBackoff } from "../retry/retry.ts";
import { explainConnection, postgresConnectionSettings } from "../tls/connectionError.ts";
import { raw, sql } from "./sql.ts";

export interface ListenerSettings {
  readonly databaseUrl: string;
  readonly applicationName: string;
  readonly logger: Logger;
}

export interface Listening {
  onNotification(payload: string): void;
  /** Called after a lost connection is re-established, because notifications may have been missed. */
  onGap(): void;
}

export interface Listener {
  /** Resolves when Postgres has confirmed the subscription to the channel. */
  listen(channel: string, listening: Listening): Promise<{ unlisten(): Promise<void> }>;
  close(): Promise<void>;
}

/**
 * Interval of connection probes in milliseconds: without them, a connection whose peer vanished silently would never
 * fail.
 */
const probeIntervalMs = 10_000;

/**
 * Shares one connection among any number of LISTENs. The connection is opened at the first LISTEN and reopened, with
 * pauses, whenever it is lost. Channels are Postgres identifiers of at most 63 bytes.
 */
export function createListener(settings: ListenerSettings): Listener {
  const channels = new Map<string, Set<Listening>>();
  const closing = new AbortController();
  let connection: Promise<pg.Client> | null = null;

  const connected = (): Promise<pg.Client> => (connection ??= connect(false));

  /** Opens a connection; retries until it succeeds or the listener is closed. */
  async function connect(again: boolean): Promise<pg.Client> {
    const backoff = createBackoff(50, 2000);
    while (!closing.signal.aborted) {
      const client = new pg.Client({
        connectionString: settings.databaseUrl,
        application_name: settings.applicationName,
        connectionTimeoutMillis: 5000,
        query_timeout: 5000,
        keepAlive: true,
      });
      // A connection that was never established also emits the event `error`.
      client.on("error", () => {});
      try {
        await client.connect();
        for (const channel of channels.keys()) await client.query(sql`LISTEN ${raw(pg.escapeIdentifier(channel))}`);
      } catch (error) {
        const err = explainConnection(error, postgresConnectionSettings);
        settings.logger.warn({ err }, "cannot listen to Postgres; retrying");
        await client.end().catch(() => {});
        await backoff.pause(closing.signal);
        continue;
      }
      watch(client);
      if (again) for (const all of channels.values()) for (const listening of all) listening.onGap();
      return client;
    }
    throw new Error("the listener for Postgres notifications is closed");
  }

  function watch(client: pg.Client): void {
    const probe = setInterval(() => {
      client.query("SELECT 1").catch(() => lost());
    }, probeIntervalMs);
    let over = false;
    const lost = (): void => {
      if (over) return;
      over = true;
      clearInterval(probe);
      client.end().catch(() => {});
      if (closing.signal.aborted) return;
      settings.logger.warn("lost the connection that listens to Postgres");
      connection = connect(true);
      connection.catch(() => {});
    };
    client.on("end", lost);
    client.on("error", lost);
    client.on("notification", ({ channel, payload }) => {
      for (const listening of channels.get(channel) ?? []) listening.onNotification(payload ?? "");
    });
  }

  return {
    async listen(channel, listening) {
      const known = channels.get(channel);
      if (known) known.add(listening);
      else channels.set(channel, new Set([listening]));
      await run((client) => client.query(sql`LISTEN ${raw(pg.escapeIdentifier(channel))}`));
      return {
        unlisten: async () => {
          const all = channels.get(channel);
          if (!all?.delete(listening) || all.size > 0 || closing.signal.aborted) return;
          channels.delete(channel);
          // If the connection is being lost, Postgres has dropped the subscription anyway.
          const client = await connection?.catch(() => null);
          if (channels.has(channel)) return;
          await client?.query(sql`UNLISTEN ${raw(pg.escapeIdentifier(channel))}`).catch(() => {});
        },
      };
    },
    async close() {
      closing.abort();
      const client = await connection?.catch(() => null);
      await client?.end().catch(() => {});
    },
  };

  /** Runs a statement on the current connection, or on the next one if that is lost before the statement ends. */
  async function run(statement: (client: pg.Client) => Promise<unknown>): Promise<void> {
    const backoff = createBackoff(50, 2000);
    for (;;) {
      const client = await connected();
      try {
        await statement(client);
        return;
      } catch (error) {
        if (closing.signal.aborted) throw error;
        await backoff.pause(closing.signal);
      }
    }
  }
}
