import { authorizeOwn, type Member } from "../access/authorize.ts";
import { listGroups } from "../groups/queries.ts";
import type { LinkPosition } from "../links/cursor.ts";
import { domainsByNumber } from "../links/domainOfLink.ts";
import { shownOptions } from "../links/options/shown.ts";
import { type LinkQueries, listLinks } from "../links/queries.ts";
import { newestFirst } from "../links/sort.ts";
import { tagsOfLinks } from "../links/tagsOfLink.ts";
import type { Database } from "../database/orm.ts";

/** Rows that are read at a time. */
const page = 1000;

/** Every link as one line of JSON, newest first: the shape that imports read back, but for passwords and clicks. */
export async function* linksJsonl(services: LinkQueries & Database, member: Member): AsyncGenerator<string> {
  const ownerId = authorizeOwn(member, "export");
  const groups = await groupNames(services, member);
  let after: LinkPosition | null = null;
  do {
    const listed = await listLinks(services, member, {
      filter: { archived: "include" },
      sort: newestFirst,
      start: after ? { after } : { offset: 0 },
      limit: page,
      bots: false,
    });
    const links = listed.map(({ link }) => link);
    const ids = links.map(({ id }) => id);
    const tags = await tagsOfLinks(services, ownerId, ids);
    const numbers = links.map(({ domain }) => domain);
    const domains = await domainsByNumber(services, ownerId, numbers);
    for (const link of links) {
      const { id, name, originalUrl, code, domain, groupId, note, externalId, isActive, archivedAt, createdAt } = link;
      yield `${JSON.stringify({
        id,
        name,
        originalUrl,
        shortUrl: code,
        domain: domains.get(domain)?.name ?? null,
        group: groupId === null ? null : (groups.get(groupId) ?? null),
        tags: (tags.get(id) ?? []).map((tag) => tag.name),
        note,
        externalId,
        isActive,
        isArchived: archivedAt !== null,
        createdAt: createdAt.toISOString(),
        options: shownOptions(link.options),
      })}\n`;
    }
    after = listed.length === page ? (listed.at(-1)?.position ?? null) : null;
  } while (after);
}

async function groupNames(services: Database, member: Member): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (let offset = 0; ; offset += page) {
    const groups = await listGroups(services, member, null, { limit: page, offset });
    for (const { id, name } of groups) names.set(id, name);
    if (groups.length < page) return names;
  }
}
