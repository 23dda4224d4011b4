import { type BatchWriter, createBatchWriter } from "./batchWriter.ts";
import { sourceOf } from "./byteTable.ts";
import { missReasons, type RecordedClick, type RecordedMiss } from "./click.ts";
import { linkSize } from "./layout.ts";

/**
 * Writes one immutable batch. `id` has 16 bytes and is fixed when the clicks were recorded: encoding the same
 * clicks under the same id again gives the same bytes, which is what makes a replay recognisable.
 */
export function encodeClickBatch(
  id: Uint8Array,
  clicks: readonly RecordedClick[],
  misses: readonly RecordedMiss[] = [],
): Uint8Array {
  const writer = createBatchWriter();
  for (const click of clicks) addClick(writer, click);
  for (const { at, code, reason } of misses) {
    const bytes = utf8(code);
    const offsets = { at, reason: missReasons.indexOf(reason), codeStart: 0, codeEnd: bytes.length };
    writer.addMiss(sourceOf(bytes), offsets);
  }
  return writer.finish(id);
}

const addressSize = 16;

function addClick(writer: BatchWriter, click: RecordedClick): void {
  const [userAgent, referrer, query] = [utf8(click.userAgent), utf8(click.referrer), utf8(click.query)];
  const bytes = Buffer.concat([click.linkId, click.ownerId, click.address, userAgent, referrer, query]);
  const userAgentStart = linkSize + addressSize;
  const referrerStart = userAgentStart + userAgent.length;
  const queryStart = referrerStart + referrer.length;
  writer.addClick(sourceOf(bytes), {
    at: click.at,
    flags: click.flags,
    idsStart: 0,
    addressStart: linkSize,
    userAgentStart,
    userAgentEnd: referrerStart,
    referrerStart,
    referrerEnd: queryStart,
    queryStart,
    queryEnd: bytes.length,
  });
}

function utf8(text: string): Buffer {
  return Buffer.from(text, "utf8");
}
