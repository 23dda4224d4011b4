import type { ErrorType } from "@hoplog/schema/errors.js";
import type { UtmField } from "@hoplog/schema/links/utm.js";
import type { LinkInput } from "../core/linkChanges.ts";

/** The change that a job makes to each of its links: either `delete`, or any of the other fields together. */
export interface LinkJobChange {
  readonly isActive?: boolean | undefined;
  readonly delete?: boolean | undefined;
  /** The edit; undefined if only the other fields apply. */
  readonly edit?: LinkInput | undefined;
  /** Names of tags to add to each link. */
  readonly addTags?: readonly string[] | null | undefined;
  readonly removeTags?: readonly string[] | null | undefined;
  /** Campaign parameters to set in each link's destination; empty values remove them. */
  readonly utm?: UtmChange | undefined;
}

/** Campaign parameters with their new values; omitted ones are not changed. */
export type UtmChange = Readonly<Partial<Record<UtmField, string>>>;

export type JobState = "waiting" | "running" | "done" | "cancelled";

export interface LinkJob {
  readonly id: string;
  readonly ownerId: string;
  /** Id of the job that this job undoes. */
  readonly undoes: string | null;
  readonly change: LinkJobChange;
  readonly state: JobState;
  /** Number of links of the job. */
  readonly total: number;
  readonly done: number;
  /** Number of links that already had the requested values. */
  readonly unchanged: number;
  readonly failed: number;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  /** Whether the job has changed anything that can be undone, and was not undone yet. */
  readonly canUndo: boolean;
}

export type Outcome = "done" | "unchanged" | "failed";

/** The result for one link. */
export interface LinkResult {
  /** Position of the link in the job, starting at 1. */
  readonly position: number;
  readonly linkId: string;
  /** The link's name; null if the link was deleted or belongs to another workspace. */
  readonly linkName: string | null;
  /** The result; null if the link was not processed yet or, in a job that has ended, was never processed. */
  readonly outcome: Outcome | null;
  readonly error: { readonly type: ErrorType; readonly message: string } | null;
}
