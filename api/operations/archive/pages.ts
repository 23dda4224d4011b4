import type { Member } from "../../kernel/access/authorize.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { GroupRow } from "../../links/groups/projection.ts";
import { listGroups } from "../../links/groups/queries.ts";
import type { LinkPosition } from "../../links/core/cursor.ts";
import type { LinkRow } from "../../links/core/linkRow.ts";
import { type LinkQueries, listLinks } from "../../links/core/queries.ts";
import { newestFirst } from "../../links/core/sort.ts";

/** Rows per query. */
const page = 1000;

/** Yields all links of the workspace, including archived ones, newest first. */
export async function* pagesOfLinks(services: LinkQueries, member: Member): AsyncGenerator<readonly LinkRow[]> {
  let after: LinkPosition | null = null;
  do {
    const listed = await listLinks(services, member, {
      filter: { archived: "include" },
      sort: newestFirst,
      start: after ? { after } : { offset: 0 },
      limit: page,
      bots: false,
    });
    yield listed.map(({ link }) => link);
    after = listed.length === page ? (listed.at(-1)?.position ?? null) : null;
  } while (after);
}

/** Yields all groups of the workspace, newest first. */
export async function* pagesOfGroups(services: Database, member: Member): AsyncGenerator<readonly GroupRow[]> {
  for (let offset = 0; ; offset += page) {
    const groups: GroupRow[] = await listGroups(services, member, null, { limit: page, offset });
    yield groups;
    if (groups.length < page) return;
  }
}
