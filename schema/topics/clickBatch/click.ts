/** A visit to a link as recorded by the redirector. Ids and the address have 16 bytes each. */
export interface RecordedClick {
  /** Time of the visit, in milliseconds since the epoch. */
  readonly at: number;
  readonly linkId: Uint8Array;
  readonly ownerId: Uint8Array;
  /** An IPv6 address, or an IPv4 address mapped into IPv6 (::ffff:a.b.c.d). */
  readonly address: Uint8Array;
  readonly userAgent: string;
  readonly referrer: string;
  /**
   * The query as requested, without the question mark, with the own-visits mark of the browser if any, followed by the
   * path if that was more than the code (`schema/clicks/visitedPath.ts`).
   */
  readonly query: string;
  /** A sum of {@link clickFlags} and {@link hintFlags}. */
  readonly flags: number;
  /** The Accept-Language header as sent, perhaps truncated. */
  readonly languages?: string;
  /** The link's revision at the visit; 0 if unknown. */
  readonly revision?: number;
  /** Number of the requested domain; 0 is the default domain. */
  readonly domain?: number;
  /** Numbers of the rule and of the split's arm that decided the destination; 0 for none. */
  readonly rule?: number;
  readonly arm?: number;
}

/** A visit that was not redirected to a link's destination. Unknown fields are absent. */
export interface RecordedMiss {
  readonly at: number;
  readonly code: string;
  readonly reason: MissReason;
  /** Host and path as requested. */
  readonly host?: string;
  readonly path?: string;
  readonly address?: Uint8Array;
  readonly userAgent?: string;
  readonly referrer?: string;
  readonly languages?: string;
  readonly flags?: number;
  /** The link's id; present only if the code belongs to a link. */
  readonly linkId?: Uint8Array;
  readonly ownerId?: Uint8Array;
  readonly revision?: number;
  /** Number of the requested domain, even if no link is known; 0 is the default domain. */
  readonly domain?: number;
}

/**
 * Reasons for visits that were not redirected to a link's destination. A reason's index is its number in spools and
 * batches, so it never changes; new reasons are appended. `unknown` is an unknown code; `banned` is not used yet.
 */
export const missReasons = [
  "unknown",
  "inactive",
  "unknown host",
  "base URL",
  "expired",
  "not yet",
  "used up",
  "banned",
  "wrong password",
  "blocked",
  "listed",
] as const;
export type MissReason = (typeof missReasons)[number];

/** Kinds of requests that do not count as visits by people. */
export const clickFlags = { head: 1, prefetch: 2, preview: 4 } as const;

/**
 * Facts that browsers report in client hints but not in their user agent. A platform version of 13 or higher means
 * Windows 11 if the user agent reports Windows 10.
 */
export const hintFlags = { brave: 8, platform13: 16 } as const;
