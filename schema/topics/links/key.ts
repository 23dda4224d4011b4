import { crc32 } from "node:zlib";
import { z } from "zod";
import { hasCodeForm, hasWideCodeForm } from "../../codes/rules.ts";

/** Number of the default domain, which every installation has. */
export const defaultDomain = 0;

const maxDomain = 0x7fff_ffff;

/** Schema for the number of a domain other than the default. */
export const domainNumber = z.int().min(1).max(maxDomain);

/** Identifies a short link: codes are unique within a domain. */
export interface LinkAddress {
  readonly domain: number;
  readonly code: string;
}

/**
 * Separates number and code. Neither numbers nor codes of the default domain contain this character, so no two
 * addresses share a key.
 */
const separator = "/";

/**
 * Returns the key of a code in `links.v2` and in replicas. In the default domain it is the code itself, for
 * compatibility; in others the domain's number precedes it.
 */
export function linkKey({ domain, code }: LinkAddress): string {
  return domain === defaultDomain ? code : `${domain}${separator}${code}`;
}

const otherDomain = /^([1-9]\d{0,9})\/(.*)$/s;

/** Parses a key; null if it is not the key of a code. */
export function parseLinkKey(key: string): LinkAddress | null {
  if (hasCodeForm(key)) return { domain: defaultDomain, code: key };
  const [, number = "", code = ""] = otherDomain.exec(key) ?? [];
  const domain = Number(number);
  return domain <= maxDomain && hasWideCodeForm(code) ? { domain, code } : null;
}

/** Returns whether an address can be a link's: domains other than the default one allow more codes. */
export function hasFormOfCode({ domain, code }: LinkAddress): boolean {
  return domain === defaultDomain ? hasCodeForm(code) : hasWideCodeForm(code);
}

/**
 * Key of the record that marks `links.v2` as complete. It is written after the states of all codes were published, and
 * again whenever they are republished.
 */
export const completeKey = `${separator}complete`;

const markerVersion = 2;
const markerLength = 5;

/** Returns the value under {@link completeKey}: a version and its checksum. */
export function encodeComplete(): Buffer {
  const out = Buffer.alloc(markerLength);
  out[0] = markerVersion;
  out.writeUInt32LE(crc32(out.subarray(0, 1)), 1);
  return out;
}

/** Returns whether a record marks the topic as complete, in a version that this release knows. */
export function isCompleteMarker(key: string | null, value: Uint8Array | null): boolean {
  return key === completeKey && value !== null && encodeComplete().equals(value);
}
