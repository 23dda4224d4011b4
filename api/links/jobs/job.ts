import type { ErrorType } from "@hoplog/schema/errors.js";
import type { UtmField } from "@hoplog/schema/links/utm.js";
import type { LinkInput } from "../core/linkChanges.ts";

/** What a job does to each of its links: an edit, a switch, both, or their end. */
export interface LinkJobChange {
  readonly isActive?: boolean | undefined;
  readonly delete?: boolean | undefined;
  /** Undefined: nothing but what the others say. */
  readonly edit?: LinkInput | undefined;
  /** Names: added to those that a link has, and taken off. */
  readonly addTags?: readonly string[] | null | undefined;
  readonly removeTags?: readonly string[] | null | undefined;
  /** Set in the destination that each link has; empty: taken out. */
  readonly utm?: UtmChange | undefined;
}

/** Campaign parameters with the values that they get; what is missing stays as it is. */
export type UtmChange = Readonly<Partial<Record<UtmField, string>>>;

export type JobState = "waiting" | "running" | "done" | "cancelled";

export interface LinkJob {
  readonly id: string;
  readonly ownerId: string;
  /** The job that this one undoes. */
  readonly undoes: string | null;
  readonly change: LinkJobChange;
  readonly state: JobState;
  /** How many links it is about. */
  readonly total: number;
  readonly done: number;
  /** That were already as wanted. */
  readonly unchanged: number;
  readonly failed: number;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  /** Whether it has changed anything that can be set back, and hasn't been. */
  readonly canUndo: boolean;
}

export type Outcome = "done" | "unchanged" | "failed";

/** What became of one link. */
export interface LinkResult {
  /** Its place in the job, from 1. */
  readonly position: number;
  readonly linkId: string;
  /** Null for one that is gone, or never was the workspace's. */
  readonly linkName: string | null;
  /** Null: not yet; of a job that is over: never. */
  readonly outcome: Outcome | null;
  readonly error: { readonly type: ErrorType; readonly message: string } | null;
}
