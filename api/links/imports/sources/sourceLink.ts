import type { ImportSource, LossKind } from "@hoplog/schema/imports/sources.js";
import type { TagColour } from "@hoplog/schema/tags/tags.js";
import type { LinkInput } from "../../core/linkChanges.ts";
import type { Columns } from "./columnPlan.ts";
import type { Fields } from "./fields.ts";

/** A part of a link that cannot be imported. The message is shown to users. */
export interface Loss {
  readonly kind: LossKind;
  readonly message: string;
}

/** A link of a source, in the common shape of all sources. Not validated yet. */
export interface SourceLink {
  /** The link's id at the source, which is the same in every import. */
  readonly id: string;
  /** Name, URL, code, domain and all other supported fields. */
  readonly input: LinkInput;
  /** A group's name; empty for none. */
  readonly group: string;
  /** Creation date; null if unknown. */
  readonly createdAt: string | null;
  readonly isActive: boolean;
  readonly isArchived: boolean;
  /** Whether the link is a favourite of the importing user. */
  readonly isFavourite: boolean;
  /** Colours of the link's tags by tag key, if the source has colours. */
  readonly tagColours: ReadonlyMap<string, TagColour>;
  /** Whether the link has a password, which can't be read. */
  readonly hasPassword: boolean;
  /** Number of clicks at the source. */
  readonly visits: number;
  readonly losses: readonly Loss[];
  /** The reason why the link cannot be imported, such as a redirect of a pattern of codes; null if it can. */
  readonly refusal: string | null;
}

type SourceRecord = Readonly<Record<string, unknown>>;

/** Finds and reads the links of a source. */
export interface Reader {
  readonly source: ImportSource;
  /**
   * The columns that the reader uses, with known but unused columns as `ignore`. A file must have one of the
   * destination columns.
   */
  readonly columns: Columns;
  /** The columns of a file with these normalised names, if the use of a name depends on other names. */
  readonly columnsIn?: (names: ReadonlySet<string>) => Columns;
  /** Names for the columns of the source's files without a heading. */
  readonly headless?: readonly string[];
  /** Converts a record before its fields are read, for example moves nested values to the top level. */
  readonly flatten?: (record: SourceRecord) => SourceRecord;
  readonly read: (fields: Fields) => SourceLink;
}

export function lost(kind: LossKind, message: string, when: boolean): Loss[] {
  return when ? [{ kind, message }] : [];
}
