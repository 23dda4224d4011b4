import { textsOf } from "@hoplog/schema/links/texts.js";
import { authorizeAccount, authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import { domainsByNumber } from "../../links/core/domainOfLink.ts";
import { favouritesAmong } from "../../links/core/organisedLinks.ts";
import { shownOptions } from "../../links/core/options/shown.ts";
import type { LinkQueries } from "../../links/core/queries.ts";
import { visitsLeft } from "../../links/core/visitsLeft.ts";
import { tagsOfLinks } from "../../links/core/tagsOfLink.ts";
import type { Database } from "../../kernel/database/orm.ts";
import { pagesOfGroups, pagesOfLinks } from "./pages.ts";

/** Yields every link as a line of JSON, newest first, in the importer's format but without passwords and clicks. */
export async function* linksJsonl(services: LinkQueries & Database, member: Member): AsyncGenerator<string> {
  const [userId, ownerId] = [authorizeAccount(member, "export"), authorizeOwn(member, "export")];
  const groups = await groupNames(services, member);
  for await (const links of pagesOfLinks(services, member)) {
    const ids = links.map(({ id }) => id);
    const tags = await tagsOfLinks(services, ownerId, ids);
    const favourites = await favouritesAmong(services, userId, ids);
    const numbers = links.map(({ domain }) => domain);
    const domains = await domainsByNumber(services, ownerId, numbers);
    const left = await visitsLeft(services, links);
    for (const [i, link] of links.entries()) {
      const { id, name, originalUrl, code, domain, groupId, isActive, banReason, archivedAt, createdAt } = link;
      yield `${JSON.stringify({
        id,
        name,
        originalUrl,
        shortUrl: code,
        domain: domains.get(domain)?.name ?? null,
        group: groupId === null ? null : (groups.get(groupId) ?? null),
        tags: (tags.get(id) ?? []).map((tag) => tag.name),
        tagColours: Object.fromEntries((tags.get(id) ?? []).map((tag) => [tag.name, tag.colour])),
        ...textsOf(link),
        isActive: isActive && banReason === null,
        isArchived: archivedAt !== null,
        isFavourite: favourites.has(id),
        createdAt: createdAt.toISOString(),
        // `visitsLeft` is written only for used-up links, so that importers create them inactive.
        options: { ...shownOptions(link.options), ...(left[i] === 0 && { visitsLeft: 0 }) },
      })}\n`;
    }
  }
}

async function groupNames(services: Database, member: Member): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for await (const groups of pagesOfGroups(services, member)) {
    for (const { id, name } of groups) names.set(id, name);
  }
  return names;
}
