import type { LinkTexts, NamedTexts } from "@hoplog/schema/links/texts.js";
import type { OptionsInput } from "./options/read.ts";
import type { OptionDrafts } from "./options/drafts.ts";

/**
 * A link as callers send it. Null equals absent for name, code and destination, but not for the group and the options;
 * a null or blank text, such as a note, means none.
 */
export interface LinkInput extends OptionsInput, NamedTexts {
  readonly name?: string | null | undefined;
  readonly originalUrl?: string | null | undefined;
  readonly shortUrl?: string | null | undefined;
  /**
   * A host. Null and blank mean the default domain; absent means the workspace's default one, or the link's present
   * one.
   */
  readonly domain?: string | null | undefined;
  readonly groupId?: string | null | undefined;
  /** Tag names; null means none. */
  readonly tags?: readonly string[] | null | undefined;
  /** Null means false, here and for `isFavourite`. */
  readonly isArchived?: boolean | null | undefined;
  readonly isFavourite?: boolean | null | undefined;
  /** For a new link: whether to return an existing equal one instead. */
  readonly findOrCreate?: boolean | null | undefined;
}

/** The changes of an edit; absent fields are not changed. */
export interface LinkChanges extends Partial<LinkTexts> {
  readonly name?: string;
  readonly originalUrl?: string;
  readonly code?: string;
  readonly groupId?: string | null;
  /** Same as the field in {@link NewLink}. */
  readonly tags?: readonly string[];
  readonly isArchived?: boolean;
  readonly isFavourite?: boolean;
  readonly options?: OptionDrafts;
  /** Same as the field in {@link NewLink}; null removes the value. */
  readonly password?: string | null;
}
