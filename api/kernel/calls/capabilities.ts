import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { Passwords } from "@hoplog/platform/passwords/passwords.js";

// What commands and queries take from outside, one thing each: a function's parameter says which of them it needs. What
// belongs to a folder (a database, the event store, limits) is declared there.

export interface Clock {
  readonly now: () => Date;
}

export interface Ids {
  readonly newId: () => string;
}

export interface Randomness {
  readonly random: (size: number) => Uint8Array;
}

export interface PasswordHashing {
  readonly passwords: Passwords;
}

export interface Logs {
  readonly logger: Logger;
}

/** Where users reach the app, without a slash at the end. */
export interface PublicUrl {
  readonly publicUrl: string;
}

/** The base of short links, without a slash at the end. */
export interface ShortUrl {
  readonly shortUrl: string;
}

/** Further hosts of the default domain, as DNS has them. */
export interface ShortHosts {
  readonly shortHosts: readonly string[];
}
