import { setTimeout as sleep } from "node:timers/promises";
import type { Admin, Kafka } from "kafkajs";
import { isPassing } from "./errors.ts";

/**
 * A connection for questions about the cluster, opened when first needed and anew after a failure. They are asked one
 * after the other: of two at once about a topic that it has not heard of, kafkajs fails one.
 */
export interface AdminLine {
  ask<T>(question: (admin: Admin) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function createAdminLine(kafka: Kafka): AdminLine {
  let line: Promise<Admin> | null = null;
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

  async function askOnce<T>(question: (admin: Admin) => Promise<T>): Promise<T> {
    if (closed) throw new Error("the event log is closed");
    const mine = (line ??= connect());
    try {
      return await question(await mine);
    } catch (error) {
      if (line === mine) line = null;
      mine.then((admin) => admin.disconnect()).catch(() => {});
      throw error;
    }
  }

  async function askWithRetries<T>(question: (admin: Admin) => Promise<T>): Promise<T> {
    for (let triesLeft = 4; ; triesLeft--) {
      try {
        return await askOnce(question);
      } catch (error) {
        if (triesLeft === 0 || closed || !isPassing(error)) throw error;
        await sleep(100);
      }
    }
  }

  return {
    ask(question) {
      const mine = last.then(() => askWithRetries(question));
      last = mine.catch(() => {});
      return mine;
    },
    async close() {
      closed = true;
      const admin = await line?.catch(() => null);
      await admin?.disconnect().catch(() => {});
    },
  };
}
