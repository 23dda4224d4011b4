import { crc32 } from "node:zlib";
import { z } from "zod";
import { hasCodeForm, hasWideCodeForm } from "../../codes/rules.ts";

/** The number of the domain that every installation has. */
export const defaultDomain = 0;

const maxDomain = 0x7fff_ffff;

/** The number of a domain that is not the default one. */
export const domainNumber = z.int().min(1).max(maxDomain);

/** Where a short link lives: codes are of their own in each domain. */
export interface LinkAddress {
  readonly domain: number;
  readonly code: string;
}

/** No code of the default domain has it and no number, so that no two addresses share a key. */
const separator = "/";

/**
 * The key of a code in `links.v2` and in replicas. In the default domain it is the code itself, as it always was; in
 * another one the domain's number comes first.
 */
export function linkKey({ domain, code }: LinkAddress): string {
  return domain === defaultDomain ? code : `${domain}${separator}${code}`;
}

const otherDomain = /^([1-9]\d{0,9})\/(.*)$/s;

/** Null for a key that no code has. */
export function parseLinkKey(key: string): LinkAddress | null {
  if (hasCodeForm(key)) return { domain: defaultDomain, code: key };
  const [, number = "", code = ""] = otherDomain.exec(key) ?? [];
  const domain = Number(number);
  return domain <= maxDomain && hasWideCodeForm(code) ? { domain, code } : null;
}

/** Whether an address can be a link's: other domains take codes that the default one doesn't. */
export function hasFormOfCode({ domain, code }: LinkAddress): boolean {
  return domain === defaultDomain ? hasCodeForm(code) : hasWideCodeForm(code);
}

/**
 * The key under which `links.v2` says that it has the state of every code: written after they all were published, and
 * again whenever they are published anew.
 */
export const completeKey = `${separator}complete`;

const markerVersion = 2;
const markerLength = 5;

/** The value under {@link completeKey}: a version, and a checksum of it. */
export function encodeComplete(): Buffer {
  const out = Buffer.alloc(markerLength);
  out[0] = markerVersion;
  out.writeUInt32LE(crc32(out.subarray(0, 1)), 1);
  return out;
}

/** Whether a record says that the topic is complete, in a version that is known here. */
export function isCompleteMarker(key: string | null, value: Uint8Array | null): boolean {
  return key === completeKey && value !== null && encodeComplete().equals(value);
}
