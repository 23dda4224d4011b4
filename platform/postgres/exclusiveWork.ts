import pg from "pg";
import type { Logger } from "../logging/logger.ts";
import { type RunningWork, startSteps, type StepResult } from "../retry/steps.ts";
import { explaining, postgresConnectionSettings } from "../tls/connectionError.ts";
import { sql } from "./sql.ts";

export interface ExclusiveWork {
  readonly databaseUrl: string;
  /** Name of the lock and of the connection. */
  readonly name: string;
  readonly logger: Logger;
  /** Maximum milliseconds to wait after a step without work; a notification starts the next step sooner. */
  readonly pollMs: number;
  /** Runs one step on the connection that holds the lock, so that no two processes can do the work at the same time. */
  readonly step: (client: pg.Client) => Promise<StepResult>;
}

/** Runs steps repeatedly, in one process at a time, until stopped; after a failure, on a new connection. */
export function startExclusiveWork({ databaseUrl, name, logger, pollMs, step }: ExclusiveWork): RunningWork {
  let client: pg.Client | null = null;
  let isTaken = false;

  async function disconnect(): Promise<void> {
    const last = client;
    client = null;
    isTaken = false;
    await last?.end().catch(() => {});
  }

  const steps = startSteps({
    pollMs,
    async step() {
      if (!client) {
        const created = createClient(databaseUrl, name);
        client = created;
        await explaining(postgresConnectionSettings, () => created.connect());
      }
      isTaken ||= await tryLock(client, name);
      return isTaken ? step(client) : "idle";
    },
    async onFailure(error) {
      await disconnect();
      logger.warn({ err: error, work: name }, "work was interrupted; retrying");
    },
  });
  return {
    notify: steps.notify,
    async stop() {
      await steps.stop();
      await disconnect();
    },
  };
}

function createClient(databaseUrl: string, name: string): pg.Client {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: name,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
  client.on("error", () => {});
  return client;
}

async function tryLock(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    sql`SELECT pg_try_advisory_lock(hashtextextended(${name}, 0)) AS taken`,
  );
  return rows[0]?.taken ?? false;
}
