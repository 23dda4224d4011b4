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
  /** The query of the short link as it was asked for, without the question mark. */
  readonly query: string;
  /** A sum of {@link clickFlags}. */
  readonly flags: number;
}

/** A visit that led nowhere. */
export interface RecordedMiss {
  readonly at: number;
  readonly code: string;
  readonly reason: MissReason;
}

export const missReasons = ["unknown", "inactive"] as const;
export type MissReason = (typeof missReasons)[number];

/** Ways of asking that don't count as a person's visit. */
export const clickFlags = { head: 1, prefetch: 2, preview: 4 } as const;
