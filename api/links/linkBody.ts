import { authorizeOwn, type Member } from "../access/authorize.ts";
import type { Logs, ShortUrl } from "../calls/capabilities.ts";
import type { Totals } from "../counts/gatheredTotals.ts";
import type { LinkTotals } from "../counts/linkTotals.ts";
import { linkTotalsIfAvailable } from "../counts/linkTotalsIfAvailable.ts";
import type { Database } from "../database/orm.ts";
import { namesOfGroups } from "./groupOfLink.ts";
import type { LinkRow } from "./linkRow.ts";
import { shortUrlOf } from "./shortUrlOf.ts";

/** Links as REST shows them. `noOfClicks` is null while ClickHouse can't be asked. */
export async function linkBodies(
  services: Database & ShortUrl & Totals & Logs,
  member: Member,
  links: readonly LinkRow[],
  bots: boolean,
) {
  const ownerId = authorizeOwn(member, "links:read");
  const groupIds = links.flatMap(({ groupId }) => groupId ?? []);
  const [names, clicksOf] = await Promise.all([
    namesOfGroups(services.orm.em.fork(), ownerId, groupIds),
    clickCounts(services, ownerId, links, bots),
  ]);
  const groupOf = ({ groupId }: LinkRow) => {
    const name = groupId === null ? undefined : names.get(groupId);
    return name === undefined ? null : { _id: groupId, name };
  };
  return links.map((link) => ({
    _id: link.id,
    name: link.name,
    originalUrl: link.originalUrl,
    shortUrl: link.code,
    fullShortUrl: shortUrlOf(services, link),
    groupId: groupOf(link),
    noOfClicks: clicksOf(link),
    isActive: link.isActive,
    ...(link.banReason !== null && { banReason: link.banReason }),
    createdAt: link.createdAt.toISOString(),
    updatedAt: link.updatedAt.toISOString(),
  }));
}

/** What short lists show of a link. */
export async function linkSummaries(services: Totals & Logs, member: Member, links: readonly LinkRow[], bots: boolean) {
  const clicksOf = await clickCounts(services, authorizeOwn(member, "links:read"), links, bots);
  return links.map((link) => ({
    _id: link.id,
    name: link.name,
    shortUrl: link.code,
    noOfClicks: clicksOf(link),
    createdAt: link.createdAt.toISOString(),
  }));
}

async function clickCounts(services: Totals & Logs, ownerId: string, links: readonly LinkRow[], bots: boolean) {
  const ids = links.map(({ id }) => id);
  const totals: Map<string, LinkTotals> | null = await linkTotalsIfAvailable(services, [ownerId], ids);
  return ({ id }: LinkRow): number | null => {
    const total = totals && (totals.get(id) ?? { people: 0, all: 0 });
    return total && (bots ? total.all : total.people);
  };
}
