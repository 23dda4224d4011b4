/** What the redirector saw of one visit to a link. Ids and the address are 16 bytes each. */
export interface RecordedClick {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly linkId: Uint8Array;
  readonly ownerId: Uint8Array;
  /** IPv6, or IPv4 mapped into it (::ffff:a.b.c.d). */
  readonly address: Uint8Array;
  readonly userAgent: string;
  readonly referrer: string;
  /**
   * The query of the short link as it was requested, without the question mark; the path behind it, where that was more than
   * the code (`schema/clicks/visitedPath.ts`).
   */
  readonly query: string;
  /** A sum of {@link clickFlags} and {@link hintFlags}. */
  readonly flags: number;
  /** Accept-Language as it was sent. */
  readonly languages?: string;
  /** Of the link, when it was visited; 0 where that is not known. */
  readonly revision?: number;
  /** Number of the host that it was requested under; 0 is the default one. */
  readonly domain?: number;
  /** Numbers of the rule and of the arm of a split that have decided where it went; 0 for none. */
  readonly rule?: number;
  readonly arm?: number;
}

/** A visit that led nowhere. Fields that are not known are absent. */
export interface RecordedMiss {
  readonly at: number;
  readonly code: string;
  readonly reason: MissReason;
  /** As it was requested. */
  readonly host?: string;
  readonly path?: string;
  readonly address?: Uint8Array;
  readonly userAgent?: string;
  readonly referrer?: string;
  readonly languages?: string;
  readonly flags?: number;
  /** Of a code that is some link's. */
  readonly linkId?: Uint8Array;
  readonly ownerId?: Uint8Array;
  readonly revision?: number;
  /** Number of the host that it was requested under, also where no link is known; 0 is the default one. */
  readonly domain?: number;
}

/**
 * Why a visit led nowhere. A reason's place here is its number in spools and batches, so it never changes; new ones are
 * added at the end. `unknown` is an unknown code; `used up` and `banned` are not given yet.
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

/** Ways of asking that don't count as a person's visit. */
export const clickFlags = { head: 1, prefetch: 2, preview: 4 } as const;

/**
 * What browsers say of themselves in client hints, and not in their user agent. A platform's version of 13 or more is
 * Windows 11 where the user agent says Windows 10.
 */
export const hintFlags = { brave: 8, platform13: 16 } as const;
