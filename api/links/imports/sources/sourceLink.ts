import type { ImportSource, LossKind } from "@hoplog/schema/imports/sources.js";
import type { TagColour } from "@hoplog/schema/tags/tags.js";
import type { LinkInput } from "../../core/linkChanges.ts";
import type { Columns } from "./columnPlan.ts";
import type { Fields } from "./fields.ts";

/** What of a link can't come along, fit to be shown. */
export interface Loss {
  readonly kind: LossKind;
  readonly message: string;
}

/** A link as a source has it, in the shape that all of them are brought into. Nothing of it has been checked. */
export interface SourceLink {
  /** What the source calls it: the same one at every run. */
  readonly id: string;
  /** Name, URL, code, domain and all that links here have too. */
  readonly input: LinkInput;
  /** A group's name; empty for none. */
  readonly group: string;
  /** Null: not known. */
  readonly createdAt: string | null;
  readonly isActive: boolean;
  readonly isArchived: boolean;
  /** Of whoever imports it. */
  readonly isFavourite: boolean;
  /** Colours of its tags by their keys, as far as the source knows any. */
  readonly tagColours: ReadonlyMap<string, TagColour>;
  /** It asks visitors for one, which nobody can read. */
  readonly hasPassword: boolean;
  /** How often it was clicked there. */
  readonly visits: number;
  readonly losses: readonly Loss[];
  /** Why it can't be a link here, such as a redirect of a whole pattern of codes; null if it can. */
  readonly refusal: string | null;
}

type SourceRecord = Readonly<Record<string, unknown>>;

/** How links of a source are found and read. */
export interface Reader {
  readonly source: ImportSource;
  /** Columns that it reads, those that are known and of no use as `ignore`; a file must have one of its destinations. */
  readonly columns: Columns;
  /** The columns of a file in which these plain names stand, where a name's use depends on others. */
  readonly columnsIn?: (names: ReadonlySet<string>) => Columns;
  /** Names for the columns of its files, which have no heading. */
  readonly headless?: readonly string[];
  /** Brings nested values of an object beside its others. */
  readonly flatten?: (record: SourceRecord) => SourceRecord;
  readonly read: (fields: Fields) => SourceLink;
}

export function lost(kind: LossKind, message: string, when: boolean): Loss[] {
  return when ? [{ kind, message }] : [];
}
