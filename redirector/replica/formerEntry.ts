import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import { encodeLinkRecord, headerSafe } from "@hoplog/schema/topics/links/record.js";
import type { LinkRecordV1 } from "@hoplog/schema/topics/links/recordV1.js";
import { uuidBytes, uuidText } from "@hoplog/schema/uuid.js";
import { unreadableEntry } from "./linkEntry.ts";

/**
 * Entries as the release before keeps them, of plain links of the default domain: one byte of state (0 is off, 1 on), 4 of
 * revision, 16 of each id, then the URL. Only their form shows damage.
 */
const revisionAt = 1;
const idsAt = 5;
const urlAt = 37;

export function encodeFormerEntry(record: LinkRecordV1): Buffer {
  const url = Buffer.from(headerSafe(record.url), "latin1");
  const out = Buffer.allocUnsafe(urlAt + url.length);
  out[0] = record.active ? 1 : 0;
  out.writeUInt32LE(record.revision, revisionAt);
  out.set(uuidBytes(record.linkId), idsAt);
  out.set(uuidBytes(record.ownerId), idsAt + 16);
  out.set(url, urlAt);
  return out;
}

/** The same as an entry of today; one that can't be read where its form is wrong. */
export function presentEntryOf(former: Buffer): Buffer {
  const state = former[0];
  const url = former.length > urlAt ? former.toString("latin1", urlAt) : "";
  if (state === undefined || state > 1 || !/^[\x21-\x7e]+$/.test(url)) return unreadableEntry;
  return encodeLinkRecord({
    linkId: uuidText(former.subarray(idsAt)),
    ownerId: uuidText(former.subarray(idsAt + 16)),
    revision: former.readUInt32LE(revisionAt),
    state: state === 1 ? "active" : "inactive",
    domain: defaultDomain,
    url,
    plan: new Uint8Array(),
  });
}

/** As for entries of today; see linkEntry.ts. */
export function isFormerReplacedBy(present: Buffer, next: Buffer): boolean {
  for (let i = idsAt; i < idsAt + 16; i++) if (present[i] !== next[i]) return true;
  return present.length < urlAt || present.readUInt32LE(revisionAt) <= next.readUInt32LE(revisionAt);
}
