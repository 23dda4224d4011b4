import type { LinkIds } from "../clicks/ids.ts";

/** Keeps one message at some 500 kB. */
const linksAMessage = 5000;

/**
 * What `clicksCountedSchema` reads, for all of a batch's links. Written as bytes: as strings, which JSON.stringify would
 * take, the ids of a batch cost more than enriching its clicks.
 */
export function* countedMessages(batchId: string, links: readonly LinkIds[]): Generator<string> {
  const head = `{"batchId":"${batchId}","links":[`;
  for (let from = 0; from < links.length; from += linksAMessage) {
    const some = links.slice(from, from + linksAMessage);
    const out = Buffer.allocUnsafe(head.length + some.length * entry.length + tail.length);
    let at = out.write(head, 0, "latin1");
    for (const { linkId, ownerId } of some) {
      out.set(entry, at);
      writeId(out, at + linkIdAt, linkId);
      writeId(out, at + ownerIdAt, ownerId);
      at += entry.length;
    }
    // The last entry's comma is overwritten.
    out.write(tail, at - 1, "latin1");
    yield out.toString("latin1", 0, at - 1 + tail.length);
  }
}

const idLength = 36;
const entry = Buffer.from(`{"linkId":"${" ".repeat(idLength)}","ownerId":"${" ".repeat(idLength)}"},`, "latin1");
const linkIdAt = entry.indexOf(" ");
const ownerIdAt = entry.indexOf(" ", linkIdAt + idLength);
const tail = "]}";

const digits = Buffer.from("0123456789abcdef", "latin1");
const dash = 0x2d;

/** As a UUID is written. */
function writeId(out: Uint8Array, at: number, id: Uint8Array): void {
  let to = at;
  for (let i = 0; i < 16; i++) {
    if (i === 4 || i === 6 || i === 8 || i === 10) out[to++] = dash;
    const byte = id[i] ?? 0;
    out[to++] = digits[byte >> 4] ?? 0;
    out[to++] = digits[byte & 15] ?? 0;
  }
}
