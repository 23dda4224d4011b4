import type { Kafka, Message, Producer } from "kafkajs";
import { compressionTypes, quickRetry, type Compression } from "./client.ts";

/** Records for one partition in one send. */
export interface Send {
  readonly topic: string;
  readonly messages: readonly (Message & { readonly partition: number })[];
}

export interface ProducerPool {
  /** Resolves when all in-sync replicas have the records. */
  send(send: Send): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates up to `maxProducers` idempotent producers, each of which runs one send to one partition at a time. After a
 * failed send, kafkajs reuses the sequence numbers for the next send, which the broker would drop as a duplicate if the
 * failed one did reach it. Therefore a producer that has failed is never used again, and a producer starts no other
 * send while kafkajs retries one.
 */
export function createProducerPool(
  kafka: Kafka,
  maxProducers: number,
  compression: Compression = "zstd",
): ProducerPool {
  const idle: Producer[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;
  let closed = false;

  async function acquire(): Promise<void> {
    if (busy < maxProducers) busy += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }

  async function connected(): Promise<Producer> {
    const ready = idle.pop();
    if (ready) return ready;
    const producer = kafka.producer({ idempotent: true, allowAutoTopicCreation: false, retry: quickRetry });
    try {
      await producer.connect();
    } catch (error) {
      retire(producer);
      throw error;
    }
    return producer;
  }

  return {
    async send({ topic, messages }) {
      await acquire();
      try {
        if (closed) throw new Error("the event log is closed");
        const producer = await connected();
        try {
          await producer.send({ topic, messages: [...messages], acks: -1, compression: compressionTypes[compression] });
        } catch (error) {
          retire(producer);
          throw error;
        }
        if (closed) retire(producer);
        else idle.push(producer);
      } finally {
        release();
      }
    },
    async close() {
      closed = true;
      await Promise.all(idle.splice(0).map((producer) => producer.disconnect().catch(() => {})));
    },
  };
}

function retire(producer: Producer): void {
  producer.disconnect().catch(() => {});
}
