import type { ImportSource, LossKind } from "@hoplog/schema/imports/sources.js";
import type { TagColour } from "@hoplog/schema/tags/tags.js";
import type { LinkInput } from "../../links/input.ts";
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
}

/** Reads one link of a source. */
export type ReadLink = (fields: Fields) => SourceLink;

/** How links of a source are found and read. */
export interface Reader {
  readonly source: ImportSource;
  /** Fields of which a file must have one. */
  readonly needs: readonly string[];
  readonly read: ReadLink;
}

interface Partly extends Partial<Omit<SourceLink, "createdAt" | "input">> {
  readonly input: LinkInput;
  /** Undefined: there, but unreadable. */
  readonly createdAt?: string | null | undefined;
}

/** With what is usual for what a source doesn't say. The id is the short URL where it has no other. */
export function sourceLink({ input, createdAt = null, ...given }: Partly & { createdAt: string | null | undefined }) {
  const noId = [input.domain ?? "", input.shortUrl || `${input.originalUrl ?? ""} ${input.name ?? ""}`].join("/");
  return {
    group: "",
    isActive: true,
    isArchived: false,
    isFavourite: false,
    tagColours: new Map(),
    hasPassword: false,
    visits: 0,
    losses: [],
    ...given,
    id: given.id || noId,
    input,
    createdAt,
  } satisfies SourceLink;
}

/** A date that is there and can't be read. */
export function dateLosses(...dates: (string | null | undefined)[]): Loss[] {
  return dates.includes(undefined) ? [{ kind: "date", message: "A date can't be read" }] : [];
}

export function lost(kind: LossKind, message: string, when: boolean): Loss[] {
  return when ? [{ kind, message }] : [];
}
