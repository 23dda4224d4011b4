import { crc32 } from "node:zlib";
import type { z } from "zod";

// The format of records in links.v2 and replicas, except links and the completion marker: a version byte, a CRC-32 of
// the rest (little-endian), JSON.

const version = 3;
const headBytes = 5;

/** Thrown if the bytes are not a record of this format, or have a version that this release does not support. */
export class UnreadableJsonRecord extends Error {}

export function encodeJsonRecord(data: object): Buffer {
  const json = Buffer.from(JSON.stringify(data));
  const out = Buffer.alloc(headBytes + json.length);
  out[0] = version;
  out.writeUInt32LE(crc32(json), 1);
  out.set(json, headBytes);
  return out;
}

/** Decodes a record. Throws {@link UnreadableJsonRecord}. */
export function decodeJsonRecord<T>(schema: z.ZodType<T>, value: Uint8Array): T {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  const json = bytes.subarray(headBytes);
  if (bytes.length < headBytes || bytes[0] !== version || bytes.readUInt32LE(1) !== crc32(json)) {
    throw new UnreadableJsonRecord("not a valid JSON record");
  }
  try {
    return schema.parse(JSON.parse(json.toString()));
  } catch (error) {
    throw new UnreadableJsonRecord("not a valid JSON record", { cause: error });
  }
}
