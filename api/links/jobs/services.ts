import type { Clock, Ids, Logs } from "../../kernel/calls/capabilities.ts";
import type { Editing } from "../core/edit.ts";
import type { NotifyWorker } from "../core/eraseLinks.ts";
import type { FilterServices } from "../core/resolveFilter.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";

/** The dependencies of the worker. */
export type JobWork = Editing & NotifyWorker & Clock & Ids & Logs;

export interface JobOffer {
  /** Notifies the worker of a new job. */
  readonly linkJobAdded: () => void;
}

/** The dependencies of jobs. */
export type LinkJobServices = JobWork & FilterServices & LimitsOf<"creation"> & JobOffer;
