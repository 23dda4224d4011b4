import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { ImageAddresses } from "./imageAddresses.ts";

export interface DestinationOffer extends ImageAddresses {
  /** Whether the operator has destinations checked at all. */
  readonly destinationsAreChecked: boolean;
}

/** All that calls about destinations take from outside. */
export type DestinationServices = Reads & Events & Clock & Ids & LimitsOf<"creation"> & DestinationOffer;
