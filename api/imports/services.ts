import type { Clock, Ids, Logs } from "../calls/capabilities.ts";
import type { Reads } from "../database/reads.ts";
import type { Events } from "../eventstore/eventStore.ts";
import type { LimitsOf } from "../limits/limits.ts";
import type { Creation } from "../links/create.ts";

/** What the worker takes from outside. */
export type ImportWork = Creation & Logs;

export interface ImportOffer {
  /** There is an import to be worked on. */
  readonly importAdded: () => void;
}

/** All that the calls take from outside. */
export type ImportServices = Events & Reads & Ids & Clock & LimitsOf<"creation"> & ImportOffer;
