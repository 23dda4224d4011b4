import { groupsById } from "../groups/queries.ts";
import type { Services } from "../services.ts";
import type { LinkTotals } from "../stats/linkTotals.ts";
import { linkTotalsIfAvailable } from "../stats/linkTotalsIfAvailable.ts";
import type { LinkRow } from "./linkRow.ts";

/** Links as REST shows them. `noOfClicks` is null while ClickHouse can't be asked. */
export async function linkBodies(services: Services, links: readonly LinkRow[], bots: boolean) {
  const groupIds = [...new Set(links.flatMap(({ groupId }) => groupId ?? []))];
  const [groups, clicksOf] = await Promise.all([
    groupIds.length > 0 ? groupsById(services, groupIds) : [],
    clickCounts(services, links, bots),
  ]);
  const names = new Map(groups.map((group) => [group.id, { _id: group.id, name: group.name }]));
  return links.map((link) => ({
    _id: link.id,
    name: link.name,
    originalUrl: link.originalUrl,
    shortUrl: link.code,
    fullShortUrl: `${services.shortUrl}/${link.code}`,
    groupId: link.groupId ? (names.get(link.groupId) ?? null) : null,
    noOfClicks: clicksOf(link),
    isActive: link.isActive,
    createdAt: link.createdAt.toISOString(),
    updatedAt: link.updatedAt.toISOString(),
  }));
}

/** What short lists show of a link. */
export async function linkSummaries(services: Services, links: readonly LinkRow[], bots: boolean) {
  const clicksOf = await clickCounts(services, links, bots);
  return links.map((link) => ({
    _id: link.id,
    name: link.name,
    shortUrl: link.code,
    noOfClicks: clicksOf(link),
    createdAt: link.createdAt.toISOString(),
  }));
}

async function clickCounts(services: Services, links: readonly LinkRow[], bots: boolean) {
  const owners = [...new Set(links.map(({ ownerId }) => ownerId))];
  const ids = links.map(({ id }) => id);
  const totals: Map<string, LinkTotals> | null = await linkTotalsIfAvailable(services, owners, ids);
  return ({ id }: LinkRow): number | null => {
    const total = totals && (totals.get(id) ?? { people: 0, all: 0 });
    return total && (bots ? total.all : total.people);
  };
}
