import type { LinkTextName, LinkTexts } from "@hoplog/schema/links/texts.js";
import type { OptionsInput } from "./options/read.ts";
import type { OptionDrafts } from "./options/drafts.ts";

/**
 * A link as a form or a caller sends it. Null and absent mean the same for name, code and destination, not for the group and the
 * options; a text of the owner's that is null or blank is none.
 */
export interface LinkInput extends OptionsInput, Readonly<Partial<Record<LinkTextName, string | null | undefined>>> {
  readonly name?: string | null | undefined;
  readonly originalUrl?: string | null | undefined;
  readonly shortUrl?: string | null | undefined;
  /** A host. Null and blank: the default domain. Absent: the workspace's default one, or that of the link. */
  readonly domain?: string | null | undefined;
  readonly groupId?: string | null | undefined;
  /** Names; null: none. */
  readonly tags?: readonly string[] | null | undefined;
  /** Null: not archived, no favourite. A new link is neither. */
  readonly isArchived?: boolean | null | undefined;
  readonly isFavourite?: boolean | null | undefined;
  /** Of a new one: to have the link that there is already, if there is. */
  readonly findOrCreate?: boolean | null | undefined;
}

/** What an edit changes; what is absent stays. */
export interface LinkChanges extends Partial<LinkTexts> {
  readonly name?: string;
  readonly originalUrl?: string;
  readonly code?: string;
  readonly groupId?: string | null;
  /** As of {@link NewLink}. */
  readonly tags?: readonly string[];
  readonly isArchived?: boolean;
  readonly isFavourite?: boolean;
  readonly options?: OptionDrafts;
  /** As of {@link NewLink}; null removes it. */
  readonly password?: string | null;
}
