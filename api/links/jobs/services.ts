import type { Clock, Ids, Logs } from "../../kernel/calls/capabilities.ts";
import type { Editing } from "../core/edit.ts";
import type { NotifyWorker } from "../core/eraseLinks.ts";
import type { FilterServices } from "../core/resolveFilter.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";

/** What the worker takes from outside. */
export type JobWork = Editing & NotifyWorker & Clock & Ids & Logs;

export interface JobOffer {
  /** There is a job to be worked off. */
  readonly linkJobAdded: () => void;
}

/** All that jobs take from outside. */
export type LinkJobServices = JobWork & FilterServices & LimitsOf<"creation"> & JobOffer;
