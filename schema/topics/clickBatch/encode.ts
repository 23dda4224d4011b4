import { type BatchWriter, createBatchWriter } from "./batchWriter.ts";
import { sourceOf } from "./byteTable.ts";
import { missReasons, type RecordedClick, type RecordedMiss } from "./click.ts";
import { addressSize, linkSize } from "./layout.ts";

/**
 * Encodes one immutable batch. `id` has 16 bytes and was fixed when the clicks were recorded: encoding the same clicks
 * under the same id gives the same bytes, so that a replay can be detected. A click's id is the batch's id with the row
 * in the last four bytes.
 */
export function encodeClickBatch(
  id: Uint8Array,
  clicks: readonly RecordedClick[],
  misses: readonly RecordedMiss[] = [],
): Uint8Array {
  const writer = createBatchWriter();
  writer.idsFrom(sourceOf(id), 0, 0);
  for (const click of clicks) addClick(writer, click);
  for (const miss of misses) addMiss(writer, miss);
  return writer.finish(id);
}

function addClick(writer: BatchWriter, click: RecordedClick): void {
  const { source, ends } = laidOut(click, [click.userAgent, click.referrer, click.languages, click.query]);
  const [userAgentEnd = 0, referrerEnd = 0, languagesEnd = 0, queryEnd = 0] = ends;
  writer.addClick(source, {
    at: click.at,
    flags: click.flags,
    linkStart: 0,
    addressStart: linkSize,
    userAgentStart: textsAt,
    userAgentEnd,
    referrerStart: userAgentEnd,
    referrerEnd,
    languagesStart: referrerEnd,
    languagesEnd,
    queryStart: languagesEnd,
    queryEnd,
  });
}

function addMiss(writer: BatchWriter, miss: RecordedMiss): void {
  const texts = [miss.userAgent, miss.referrer, miss.languages, miss.host, miss.path, miss.code];
  const { source, ends } = laidOut(miss, texts);
  const [userAgentEnd = 0, referrerEnd = 0, languagesEnd = 0, hostEnd = 0, pathEnd = 0, codeEnd = 0] = ends;
  writer.addMiss(source, {
    at: miss.at,
    flags: miss.flags ?? 0,
    reason: missReasons.indexOf(miss.reason),
    linkStart: miss.linkId || miss.domain ? 0 : -1,
    addressStart: linkSize,
    userAgentStart: textsAt,
    userAgentEnd,
    referrerStart: userAgentEnd,
    referrerEnd,
    languagesStart: referrerEnd,
    languagesEnd,
    hostStart: languagesEnd,
    hostEnd,
    pathStart: hostEnd,
    pathEnd,
    codeStart: pathEnd,
    codeEnd,
  });
}

const textsAt = linkSize + addressSize;

/** Lays out the link, the address and the texts consecutively, and returns where each text ends. */
function laidOut(
  visit: Partial<Pick<RecordedClick, "linkId" | "ownerId" | "address" | "domain" | "revision" | "rule" | "arm">>,
  texts: readonly (string | undefined)[],
) {
  const head = Buffer.alloc(textsAt);
  if (visit.linkId) head.set(visit.linkId, 0);
  if (visit.ownerId) head.set(visit.ownerId, 16);
  const numbers = [visit.domain, visit.revision, visit.rule, visit.arm];
  for (const [i, number] of numbers.entries()) head.writeUInt32LE(number ?? 0, 32 + i * 4);
  if (visit.address) head.set(visit.address, linkSize);
  const parts = texts.map((text) => Buffer.from(text ?? "", "utf8"));
  const ends: number[] = [];
  for (const part of parts) ends.push((ends.at(-1) ?? textsAt) + part.length);
  return { source: sourceOf(Buffer.concat([head, ...parts])), ends };
}
