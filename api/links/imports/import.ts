import type { DateOrder } from "@hoplog/schema/imports/columns.js";
import type { ErrorType } from "@hoplog/schema/errors.js";
import type { ImportSource, LossKind } from "@hoplog/schema/imports/sources.js";
import type { ImportColumn } from "./columns.ts";
import type { Loss } from "./sources/sourceLink.ts";

/**
 * `reading`: its file is being uploaded and read, or its source is being requested; `ready`: everything was read, and
 * nothing is created yet.
 */
export const importStates = ["reading", "ready", "running", "done", "cancelled", "failed"] as const;
export type ImportState = (typeof importStates)[number];

/**
 * `running`: the links are created and their visits are being imported. `none`: there are no visits, or the import has
 * not created its links yet.
 */
export type VisitsState = "none" | "running" | "done" | "failed" | "cancelled";

export interface LossCount {
  readonly kind: LossKind;
  /** Number of links with a loss of this kind. */
  readonly links: number;
}

export interface LinkImport {
  readonly id: string;
  readonly ownerId: string;
  readonly source: ImportSource;
  readonly fileName: string | null;
  /**
   * The name of the file, host or source, unless users choose another name: the namespace of the ids that links have at
   * the source.
   */
  readonly name: string;
  /** Uses of the columns of the file or source. */
  readonly columns: readonly ImportColumn[];
  /** Whether dates start with the day or the month; null if not chosen. */
  readonly dates: DateOrder | null;
  readonly warnings: readonly string[];
  readonly state: ImportState;
  /** Number of rows read. */
  readonly total: number;
  /** Numbers of links to create, of existing links, and of rejected rows. */
  readonly toCreate: number;
  readonly existing: number;
  readonly rejected: number;
  readonly losses: readonly LossCount[];
  readonly done: number;
  readonly failed: number;
  /** The error if the import's file or source can't be read. */
  readonly problem: string | null;
  readonly visitsState: VisitsState;
  /** Number of links with visits, of those with complete visits, and of imported visits. */
  readonly visitsLinks: number;
  readonly visitsDone: number;
  readonly visitsImported: number;
  /** The reason why the source is no longer requested: the remaining visits are imported as counts. */
  readonly visitsProblem: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

export const verdicts = ["create", "exists", "rejected"] as const;
export type Verdict = (typeof verdicts)[number];
export type ImportOutcome = "done" | "unchanged" | "failed";

/** The rows of an import to list. */
export type RowFilter = "all" | "losses" | "rejected" | "failed";

/** The planned and the actual result of a row. */
export interface ImportRow {
  readonly position: number;
  /** Number of the row in the file. */
  readonly row: number;
  readonly name: string;
  readonly originalUrl: string;
  /** The code to create; null to generate one. */
  readonly shortUrl: string | null;
  readonly verdict: Verdict;
  readonly losses: readonly Loss[];
  /** The result; null if the row was not processed yet or, in an import that has ended, was never processed. */
  readonly outcome: ImportOutcome | null;
  readonly linkId: string | null;
  readonly error: { readonly type: ErrorType; readonly message: string } | null;
}
