import type { Logger } from "../../logging/logger.ts";
import { channelName } from "../../postgres/channelName.ts";
import { createListener } from "../../postgres/listener.ts";
import { migrate } from "../../postgres/migrate.ts";
import { createPool } from "../../postgres/pool.ts";
import { sql } from "../../postgres/sql.ts";
import type { Bus } from "../port.ts";
import { busMigrations } from "./migrations.ts";
import { createPublisher } from "./publisher.ts";
import { createSubscription } from "./subscription.ts";

export interface PostgresBusSettings {
  readonly databaseUrl: string;
  readonly logger: Logger;
}

const sweepIntervalMs = 30_000;

/**
 * Opens the bus over LISTEN and NOTIFY; its only table is created on first start. Rejects if Postgres can't be reached.
 */
export async function openPostgresBus(settings: PostgresBusSettings): Promise<Bus> {
  const { databaseUrl, logger } = settings;
  const pool = createPool({ databaseUrl, logger, applicationName: "hoplog bus", max: 3 });
  try {
    await migrate(pool, "bus", busMigrations);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const listener = createListener({ databaseUrl, logger, applicationName: "hoplog bus listener" });
  const publisher = createPublisher(pool);
  const sweeping = setInterval(() => {
    pool.query("DELETE FROM bus_message WHERE sent_at < now() - interval '1 minute'").catch((error: unknown) => {
      logger.warn({ err: error }, "could not sweep old bus messages");
    });
  }, sweepIntervalMs);
  sweeping.unref();

  async function fetchStored(id: string): Promise<string | null> {
    const { rows } = await pool.query<{ payload: Buffer }>(sql`SELECT payload FROM bus_message WHERE id = ${id}`);
    return rows[0]?.payload.toString("utf8") ?? null;
  }

  return {
    publish: (channel, payload) => publisher.publish(channelName("hoplog_bus", channel), payload),

    async subscribe(channel, onMessage, onGap = () => {}) {
      const subscription = createSubscription({ channel, onMessage, onGap, fetchStored, logger });
      const listening = await listener.listen(channelName("hoplog_bus", channel), subscription);
      return {
        async unsubscribe() {
          subscription.end();
          await listening.unlisten();
        },
      };
    },

    async ping() {
      await pool.query("SELECT 1");
    },

    async close() {
      clearInterval(sweeping);
      await listener.close();
      await pool.end();
    },
  };
}
