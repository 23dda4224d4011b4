import type { OptionsInput } from "./options/read.ts";
import type { OptionDrafts } from "./options/drafts.ts";

/** A link as a form or a caller sends it. Null and absent mean the same for texts, not for the group and the options. */
export interface LinkInput extends OptionsInput {
  readonly name?: string | null | undefined;
  readonly originalUrl?: string | null | undefined;
  readonly shortUrl?: string | null | undefined;
  /** A host. Null and blank: the default domain. Absent: the workspace's default one, or that of the link. */
  readonly domain?: string | null | undefined;
  readonly groupId?: string | null | undefined;
  /** Names; null: none. */
  readonly tags?: readonly string[] | null | undefined;
  /** Null and blank: none, as for the external id. */
  readonly note?: string | null | undefined;
  readonly externalId?: string | null | undefined;
  /** Null: not archived, no favourite. A new link is neither. */
  readonly isArchived?: boolean | null | undefined;
  readonly isFavourite?: boolean | null | undefined;
  /** Of a new one: to have the link that there is already, if there is. */
  readonly findOrCreate?: boolean | null | undefined;
}

/** What an edit changes; what is absent stays. */
export interface LinkChanges {
  readonly name?: string;
  readonly originalUrl?: string;
  readonly code?: string;
  readonly groupId?: string | null;
  /** As of {@link NewLink}. */
  readonly tags?: readonly string[];
  readonly note?: string | null;
  readonly externalId?: string | null;
  readonly isArchived?: boolean;
  readonly isFavourite?: boolean;
  readonly options?: OptionDrafts;
  /** As of {@link NewLink}; null removes it. */
  readonly password?: string | null;
}
