import { setTimeout as sleep } from "node:timers/promises";
import type { Admin, Kafka } from "kafkajs";
import { isPassing } from "./errors.ts";

/**
 * An admin connection, opened on first use and reopened after a failure. Operations run one after the other: of two
 * concurrent operations on a topic that kafkajs has not seen yet, one would fail.
 */
export interface AdminClient {
  run<T>(operation: (admin: Admin) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function createAdminClient(kafka: Kafka): AdminClient {
  let connection: Promise<Admin> | null = null;
  let closed = false;
  let last: Promise<unknown> = Promise.resolve();

  async function connect(): Promise<Admin> {
    const admin = kafka.admin();
    try {
      await admin.connect();
    } catch (error) {
      await admin.disconnect().catch(() => {});
      throw error;
    }
    return admin;
  }

  async function runOnce<T>(operation: (admin: Admin) => Promise<T>): Promise<T> {
    if (closed) throw new Error("the event log is closed");
    const mine = (connection ??= connect());
    try {
      return await operation(await mine);
    } catch (error) {
      if (connection === mine) connection = null;
      mine.then((admin) => admin.disconnect()).catch(() => {});
      throw error;
    }
  }

  async function runWithRetries<T>(operation: (admin: Admin) => Promise<T>): Promise<T> {
    for (let triesLeft = 4; ; triesLeft--) {
      try {
        return await runOnce(operation);
      } catch (error) {
        if (triesLeft === 0 || closed || !isPassing(error)) throw error;
        await sleep(100);
      }
    }
  }

  return {
    run(operation) {
      const mine = last.then(() => runWithRetries(operation));
      last = mine.catch(() => {});
      return mine;
    },
    async close() {
      closed = true;
      const admin = await connection?.catch(() => null);
      await admin?.disconnect().catch(() => {});
    },
  };
}
