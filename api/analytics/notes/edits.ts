import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import type { TimeRange } from "../../clicks/counts/range.ts";
import type { Database } from "../../kernel/database/orm.ts";
import { type DisplayNames, changesOf } from "../../links/core/changes.ts";
import { editsOf } from "../../links/core/edits.ts";
import { pastEvents } from "../../links/core/history.ts";
import type { LinksById } from "../../links/core/linksById.ts";
import { getLink } from "../../links/core/queries.ts";

/** An edit as a chart mark: the changed fields without values. */
export interface EditMark {
  readonly linkId: string;
  readonly linkName: string;
  /** Version of the edit in the link's history. */
  readonly version: number;
  readonly at: Date;
  /** The event's type; `LinkEdited` if the edit has several events. */
  readonly type: string;
  readonly fields: readonly string[];
}

/**
 * Returns the edits of at most `markedLinks` links, oldest first. Throws NOT_FOUND_ERROR if a link is not the
 * workspace's, AUTHORIZATION_ERROR, VALIDATION_ERROR for no or too many links.
 */
export async function editMarks(
  services: Database & LinksById,
  member: Member,
  { linkIds, range }: { readonly linkIds: readonly string[]; readonly range: TimeRange },
): Promise<EditMark[]> {
  const ids = [...new Set(linkIds)];
  if (ids.length === 0 || ids.length > limits.markedLinks) {
    throw validationError([{ field: "linkIds", message: `Must contain 1 to ${limits.markedLinks} links` }]);
  }
  authorizeOwn(member, "notes:read");
  const links = await Promise.all(ids.map((id) => getLink(services, member, id)));
  const marks = await Promise.all(
    links.map(async ({ id, name }) => {
      const edits = editsOf(await pastEvents(services.orm.em.fork(), id));
      return edits.map(({ version, at, events }) => ({
        linkId: id,
        linkName: name,
        version,
        at: new Date(at),
        type: events.length === 1 && events[0] ? events[0].type : "LinkEdited",
        fields: [...new Set(events.flatMap((event) => changesOf(event, unnamed)).map(({ field }) => field))],
      }));
    }),
  );
  const { from, to } = range;
  return marks
    .flat()
    .filter(({ at }) => (from === null || at >= from) && (to === null || at < to))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** Resolves no names: chart marks contain the changed fields, not their values. */
const unnamed: DisplayNames = {
  group: (id) => id,
  domain: () => null,
  tagNames: () => [],
  tags: () => null,
  isTag: () => false,
};
