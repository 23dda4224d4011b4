import { uuidText } from "../uuid.ts";

/** A click as passed to a destination: enough to find the click and its link without a search. */
export interface HopId {
  /** ID of the click, 16 bytes like `linkId`. */
  readonly clickId: Uint8Array;
  readonly linkId: Uint8Array;
  /** The time of the click, in milliseconds since the epoch; only whole seconds are encoded. */
  readonly at: number;
}

/** The query parameter of destinations, and the name of the hidden inputs that the script for sites fills. */
export const hopIdParameter = "hop_id";

const version = 1;
const size = 37;
/** Length in characters of an id: 37 bytes in base64url. */
export const hopIdLength = 50;

/** Encodes a click as base64url without padding: letters, digits, `-` and `_`. */
export function encodeHopId({ clickId, linkId, at }: HopId): string {
  const bytes = Buffer.allocUnsafe(size);
  bytes[0] = version;
  bytes.set(clickId, 1);
  bytes.set(linkId, 17);
  bytes.writeUInt32BE(Math.floor(at / 1000), 33);
  return bytes.toString("base64url");
}

export interface ReadHopId {
  /** UUIDs of the click and its link. */
  readonly clickId: string;
  readonly linkId: string;
  /** The time of the click, rounded down to seconds. */
  readonly clickedAt: Date;
}

/**
 * Decodes an id; null if no redirector can have created it. It is not signed: the caller must check who may refer to
 * the click.
 */
export function decodeHopId(text: string): ReadHopId | null {
  if (text.length !== hopIdLength) return null;
  const bytes = Buffer.from(text, "base64url");
  // Rejects other base64 strings that decode to the same bytes.
  if (bytes.length !== size || bytes[0] !== version || bytes.toString("base64url") !== text) return null;
  return {
    clickId: uuidText(bytes.subarray(1, 17)),
    linkId: uuidText(bytes.subarray(17, 33)),
    clickedAt: new Date(bytes.readUInt32BE(33) * 1000),
  };
}
