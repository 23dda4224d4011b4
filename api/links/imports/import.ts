import type { DateOrder } from "@hoplog/schema/imports/columns.js";
import type { ErrorType } from "@hoplog/schema/errors.js";
import type { ImportSource, LossKind } from "@hoplog/schema/imports/sources.js";
import type { ImportColumn } from "./columns.ts";
import type { Loss } from "./sources/sourceLink.ts";

/** `reading`: its file comes and is read; `ready`: it has been, and nothing is made yet. */
export const importStates = ["reading", "ready", "running", "done", "cancelled", "failed"] as const;
export type ImportState = (typeof importStates)[number];

/** `running`: its links are made, and their visits come; `none`: there are none, or it isn't that far. */
export type VisitsState = "none" | "running" | "done" | "failed" | "cancelled";

export interface LossCount {
  readonly kind: LossKind;
  /** Links that lose something of the kind. */
  readonly links: number;
}

export interface LinkImport {
  readonly id: string;
  readonly ownerId: string;
  readonly source: ImportSource;
  readonly fileName: string | null;
  /** The file, host or source, unless users give another one: ids of links are unique within it. */
  readonly name: string;
  /** Of a file or a source that has been read: what its columns are read as, and what is odd about them. */
  readonly columns: readonly ImportColumn[];
  /** Which number of a date is the day; null: not chosen. */
  readonly dates: DateOrder | null;
  readonly warnings: readonly string[];
  readonly state: ImportState;
  /** Rows that were read. */
  readonly total: number;
  /** Of them: to be made, here already, and refused. */
  readonly toCreate: number;
  readonly existing: number;
  readonly rejected: number;
  readonly losses: readonly LossCount[];
  readonly done: number;
  readonly failed: number;
  /** Why its file can't be read. */
  readonly problem: string | null;
  readonly visitsState: VisitsState;
  /** Links whose visits come along, of them those that have theirs, and how many visits that were. */
  readonly visitsLinks: number;
  readonly visitsDone: number;
  readonly visitsImported: number;
  /** Why the source isn't asked any more: visits that it has not told of come as numbers alone. */
  readonly visitsProblem: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

export const verdicts = ["create", "exists", "rejected"] as const;
export type Verdict = (typeof verdicts)[number];
export type ImportOutcome = "done" | "unchanged" | "failed";

/** What rows are asked for. */
export type RowFilter = "all" | "losses" | "rejected" | "failed";

/** What becomes of one row, and has become of it. */
export interface ImportRow {
  readonly position: number;
  /** In the file. */
  readonly row: number;
  readonly name: string;
  readonly originalUrl: string;
  /** Null: one is made. */
  readonly shortUrl: string | null;
  readonly verdict: Verdict;
  readonly losses: readonly Loss[];
  /** Null: not yet; of an import that is over: never. */
  readonly outcome: ImportOutcome | null;
  readonly linkId: string | null;
  readonly error: { readonly type: ErrorType; readonly message: string } | null;
}
