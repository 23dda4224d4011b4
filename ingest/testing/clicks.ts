import { randomBytes, randomUUID } from "node:crypto";
import { encodeClickBatch } from "@hoplog/schema/topics/clickBatch/encode.js";
import type { RecordedClick, RecordedMiss } from "@hoplog/schema/topics/clickBatch/click.js";
import { decodeClickBatch, type ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { blocksOf, type ClickBlock } from "../batch/block.ts";
import type { NewRecord } from "@hoplog/platform/log/port.js";
import { uuidText } from "@hoplog/schema/uuid.js";

export interface TestLink {
  readonly linkId: Buffer;
  readonly ownerId: Buffer;
  readonly linkText: string;
  readonly ownerText: string;
}

function randomId(): Buffer {
  return Buffer.from(randomUUID().replaceAll("-", ""), "hex");
}

export function testLink(ownerId = randomId()): TestLink {
  const linkId = randomId();
  return { linkId, ownerId, linkText: uuidText(linkId), ownerText: uuidText(ownerId) };
}

export function ipv4(text: string): Buffer {
  return Buffer.from([...Array<number>(10).fill(0), 0xff, 0xff, ...text.split(".").map(Number)]);
}

export const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
export const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
export const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

export function testClick(link: TestLink, over: Partial<RecordedClick> = {}): RecordedClick {
  return {
    at: Date.now(),
    linkId: link.linkId,
    ownerId: link.ownerId,
    address: ipv4("8.8.8.8"),
    userAgent: chrome,
    referrer: "",
    query: "",
    flags: 0,
    ...over,
  };
}

/** Builds a record of clicks.v1, with a new id by default. */
export function testRecord(
  clicks: readonly RecordedClick[],
  misses: readonly RecordedMiss[] = [],
  id: Uint8Array = randomBytes(16),
): NewRecord {
  return { key: null, value: encodeClickBatch(id, clicks, misses) };
}

export function testBatch(
  clicks: readonly RecordedClick[],
  misses: readonly RecordedMiss[] = [],
  id: Uint8Array = randomBytes(16),
): ClickBatch {
  return decodeClickBatch(encodeClickBatch(id, clicks, misses));
}

/** Builds one block; throws a RangeError if the batches don't fit into one. */
export function blockOf(...batches: ClickBatch[]): ClickBlock {
  const [block, ...more] = blocksOf(batches);
  if (!block || more.length > 0) throw new RangeError("the click batches do not fit into one ClickHouse block");
  return block;
}
