import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { Passwords } from "@hoplog/platform/passwords/passwords.js";

// The dependencies of commands and queries, one each: a function's parameter type lists those that it needs.
// Dependencies that belong to a folder (a database, the event store, limits) are declared there.

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

/** The base URL of the app, without a trailing slash. */
export interface PublicUrl {
  readonly publicUrl: string;
}

/** The base URL of short links, without a trailing slash. */
export interface ShortUrl {
  readonly shortUrl: string;
}

/** Additional hosts of the default domain, in their DNS (ASCII) form. */
export interface ShortHosts {
  readonly shortHosts: readonly string[];
}
