import { crc32 } from "node:zlib";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import type { NewRecord } from "../port.ts";
import { bytesOf, validateRecord } from "../port.ts";
import { isTooLarge, isUnknownTopic } from "./errors.ts";
import type { ProducerPool, Send } from "./producers.ts";
import { maxMessageBytes, type Topics } from "./topics.ts";
import { createTurns } from "./turns.ts";

/**
 * Limits of one send: enough to justify a round trip, and small enough that large appends are split into parallel
 * sends. A larger record is sent separately.
 */
const sendBytes = 512 * 1024;
const sendRecords = 10_000;

/** Allowance for the bytes that Kafka adds to a record. */
const overheadBytes = 1024;

/** Creates the append function; `now` returns milliseconds. */
export function createAppend(topics: Topics, producers: ProducerPool, now: () => number = Date.now) {
  const turns = createTurns(now);

  /**
   * Assigns records to sends. Records with the same key go to one partition, in sequential sends; {@link createTurns}
   * chooses the partitions of records without a key.
   */
  function plan(topic: Topic, records: readonly NewRecord[], partitions: number): Send[][] {
    const keyed = new Map<number, NewRecord[]>();
    const free: NewRecord[] = [];
    for (const record of records) {
      if (record.key === null) free.push(record);
      else pushTo(keyed, crc32(record.key) % partitions, record);
    }
    const inOrder = [...keyed].map(([partition, own]) => cut(own).map((part) => sendOf(topic, partition, part)));
    const inAnyOrder = cut(free).map((part) => [sendOf(topic, turns.next(partitions, bytesOf(part)), part)]);
    return [...inOrder, ...inAnyOrder];
  }

  return async (topic: Topic, records: readonly NewRecord[]): Promise<void> => {
    for (const record of records) {
      validateRecord(topic, record);
      requireSize(topic, record);
    }
    if (records.length === 0) return;
    try {
      const partitions = await topics.partitionsOf(topic);
      const results = await Promise.allSettled(
        plan(topic, records, partitions).map(async (sends) => {
          for (const send of sends) await producers.send(send);
        }),
      );
      for (const result of results) if (result.status === "rejected") throw result.reason;
    } catch (error) {
      if (isUnknownTopic(error)) topics.forget(topic);
      if (!isTooLarge(error)) throw error;
      throw new RangeError(
        `Kafka rejected a batch for ${topic.name} as too large. Set max.message.bytes of the topic to ${maxMessageBytes}`,
        { cause: error },
      );
    }
  };
}

function sendOf(topic: Topic, partition: number, records: readonly NewRecord[]): Send {
  return {
    topic: topic.name,
    messages: records.map(({ key, value }) => ({ key, value: value && bufferOf(value), partition })),
  };
}

function cut(records: readonly NewRecord[]): NewRecord[][] {
  const parts: NewRecord[][] = [];
  let bytes = 0;
  for (const record of records) {
    const size = sizeOf(record);
    const last = parts.at(-1);
    if (last && bytes + size <= sendBytes && last.length < sendRecords) {
      last.push(record);
      bytes += size;
    } else {
      parts.push([record]);
      bytes = size;
    }
  }
  return parts;
}

function requireSize(topic: Topic, record: NewRecord): void {
  const size = sizeOf(record);
  if (size <= maxMessageBytes) return;
  throw new RangeError(`a record for ${topic.name} has ${size} bytes, but at most ${maxMessageBytes} are allowed`);
}

function sizeOf({ key, value }: NewRecord): number {
  return (key === null ? 0 : Buffer.byteLength(key)) + (value?.length ?? 0) + overheadBytes;
}

function pushTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

/** Returns a view of the same bytes as a Buffer, which kafkajs requires. */
function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
