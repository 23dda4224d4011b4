export const secondFactorMethods = ["totp", "recovery"] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** A sign-in that waits for the second factor. */
export interface Challenge {
  /** Secret of this sign-in, which the call with the code sends back. */
  readonly id: string;
  /** The kinds of codes that the account has. */
  readonly methods: readonly SecondFactorMethod[];
  /** Seconds until the challenge expires. */
  readonly expiresIn: number;
}

export const secondFactorLimits = {
  /** Lifetime of a challenge. */
  challengeSeconds: 5 * 60,
  /** Maximum attempts at one challenge. */
  attempts: 5,
  recoveryCodes: 10,
  /** How long the owner can stop the removal of a lost second factor. */
  removalHours: 72,
  /** Days for which a due removal waits for a sign-in, and its email for acceptance by the mail service. */
  removalLapseDays: 7,
  /** Each time this number of wrong codes is reached, the owner gets an email. */
  wrongCodesNotified: 5,
  /** How long a secret waits for its first code. */
  setUpMinutes: 30,
} as const;
