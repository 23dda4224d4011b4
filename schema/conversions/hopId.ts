import { uuidText } from "../uuid.ts";

/** A click as a destination hears of it: what finds it, and its link, without a search. */
export interface HopId {
  /** 16 bytes, as the two that follow. */
  readonly clickId: Uint8Array;
  readonly linkId: Uint8Array;
  /** When it was, in milliseconds since the epoch; whole seconds of it are kept. */
  readonly at: number;
}

/** The parameter of a destination's address, and of the hidden inputs that the script for sites fills. */
export const hopIdParameter = "hop_id";

const version = 1;
const size = 37;
/** 37 bytes in base64url. */
export const hopIdLength = 50;

/** Of letters, digits, `-` and `_`: base64url without padding. */
export function encodeHopId({ clickId, linkId, at }: HopId): string {
  const bytes = Buffer.allocUnsafe(size);
  bytes[0] = version;
  bytes.set(clickId, 1);
  bytes.set(linkId, 17);
  bytes.writeUInt32BE(Math.floor(at / 1000), 33);
  return bytes.toString("base64url");
}

export interface ReadHopId {
  /** UUIDs. */
  readonly clickId: string;
  readonly linkId: string;
  /** Start of the second of the click. */
  readonly clickedAt: Date;
}

/** Null for what no redirector has written. It is not signed: who may speak of the click is for the caller to see. */
export function decodeHopId(text: string): ReadHopId | null {
  if (text.length !== hopIdLength) return null;
  const bytes = Buffer.from(text, "base64url");
  // Base64 has several texts for the same bytes.
  if (bytes.length !== size || bytes[0] !== version || bytes.toString("base64url") !== text) return null;
  return {
    clickId: uuidText(bytes.subarray(1, 17)),
    linkId: uuidText(bytes.subarray(17, 33)),
    clickedAt: new Date(bytes.readUInt32BE(33) * 1000),
  };
}
