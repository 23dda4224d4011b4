import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import {
  authorizeAccount,
  authorizeLinks,
  authorizeShown,
  type Member,
  shownPermission,
} from "../../kernel/access/authorize.ts";
import type { Logs, ShortUrl } from "../../kernel/calls/capabilities.ts";
import type { Totals } from "../../clicks/counts/rememberedTotals.ts";
import type { LinkTotals } from "../../clicks/counts/linkTotals.ts";
import { linkTotalsIfAvailable } from "../../clicks/counts/linkTotalsIfAvailable.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { ShownDestination } from "./destinationOfLink.ts";
import { domainsByNumber, type OwnDomain } from "./domainOfLink.ts";
import { namesOfGroups } from "./groupOfLink.ts";
import type { NewLinkRow } from "./findOrCreate.ts";
import type { LinkRow } from "./linkRow.ts";
import { listingIn } from "./listing.ts";
import { shownOptions } from "./options/shown.ts";
import { shortUrlOf } from "./shortUrlOf.ts";
import type { OrganisedLink, OrganisedLinks } from "./organisedLinks.ts";
import { visitsLeft } from "./visitsLeft.ts";

/** Links as REST shows them. `noOfClicks` is null while ClickHouse can't be reached. */
export async function linkBodies(
  services: Reads & OrganisedLinks & ShortUrl & Totals & Logs,
  member: Member,
  links: readonly LinkRow[],
  bots: boolean,
) {
  const ownerId = authorizeLinks(member, "links:read");
  const [known, clicksOf] = await Promise.all([
    knownOf(services, member, links),
    clickMilestones(services, ownerId, links, bots),
  ]);
  return links.map((link) => bodyOf(services, link, known, clicksOf(link)));
}

/** As {@link linkBodies} for links that have just been made: nobody has clicked on them yet, and few have tags. */
export async function newLinkBodies(
  services: Reads & OrganisedLinks & ShortUrl,
  member: Member,
  links: readonly NewLinkRow[],
) {
  const tagged = links.filter(({ tagIds }) => tagIds.length > 0);
  const known = await knownOf(services, member, links, tagged);
  return links.map((link) => bodyOf(services, link, known, 0));
}

/** What links name, their groups and domains, and what of them is not in their rows. */
interface Known {
  readonly groups: ReadonlyMap<string, string>;
  readonly domains: ReadonlyMap<number, OwnDomain>;
  /** By id; null without a cap. */
  readonly left: ReadonlyMap<string, number | null>;
  /** By id; missing for those without. */
  readonly organised: ReadonlyMap<string, OrganisedLink>;
}

/** `organised` are those that may have tags or be a favourite. */
async function knownOf(
  services: Reads & OrganisedLinks,
  member: Member,
  links: readonly LinkRow[],
  organised: readonly LinkRow[] = links,
): Promise<Known> {
  const ownerId = authorizeShown(member);
  const groupIds = links.flatMap(({ groupId }) => groupId ?? []);
  const [groups, domains, left, found] = await Promise.all([
    namesOfGroups(services, ownerId, groupIds),
    domainsOfThem(services, ownerId, links),
    visitsLeft(services, links),
    services.organisedLinks(
      authorizeAccount(member, shownPermission(member)),
      organised.map(({ id }) => id),
    ),
  ]);
  return { groups, domains, organised: found, left: new Map(links.map(({ id }, i) => [id, left[i] ?? null])) };
}

function domainsOfThem(services: Reads, ownerId: string, links: readonly LinkRow[]) {
  return domainsByNumber(
    services,
    ownerId,
    links.map(({ domain }) => domain),
  );
}

function bodyOf(services: ShortUrl, link: LinkRow, known: Known, clicks: number | null) {
  const { groups, domains, left, organised } = known;
  const groupName = link.groupId === null ? undefined : groups.get(link.groupId);
  const domain = domains.get(link.domain);
  const listing = listingIn(link);
  const visitsLeft = left.get(link.id) ?? null;
  const destination = organised.get(link.id)?.destination;
  return {
    _id: link.id,
    name: link.name,
    originalUrl: link.originalUrl,
    shortUrl: link.code,
    fullShortUrl: shortUrlOf(services, link, domains),
    ...(domain && { domain: domain.name, domainState: domain.state }),
    groupId: groupName === undefined ? null : { _id: link.groupId, name: groupName },
    noOfClicks: clicks,
    tags: organised.get(link.id)?.tags ?? [],
    note: link.note,
    externalId: link.externalId,
    isArchived: link.archivedAt !== null,
    isFavourite: organised.get(link.id)?.isFavourite ?? false,
    isActive: link.isActive,
    ...(link.banReason !== null && { banReason: link.banReason }),
    ...(listing && { listing }),
    ...(destination && { destination: destinationBody(destination) }),
    ...shownOptions(link.options),
    ...(visitsLeft !== null && { visitsLeft }),
    createdAt: link.createdAt.toISOString(),
    updatedAt: link.updatedAt.toISOString(),
  };
}

function destinationBody({ checkedAt, deadSince, ...texts }: ShownDestination) {
  return { ...texts, checkedAt: checkedAt?.toISOString() ?? null, deadSince: deadSince?.toISOString() ?? null };
}

/** What short lists show of a link. */
export async function linkSummaries(
  services: Reads & Totals & Logs,
  member: Member,
  links: readonly LinkRow[],
  bots: boolean,
) {
  const ownerId = authorizeLinks(member, "links:read");
  const [domains, clicksOf] = await Promise.all([
    domainsOfThem(services, ownerId, links),
    clickMilestones(services, ownerId, links, bots),
  ]);
  return links.map((link) => ({
    _id: link.id,
    name: link.name,
    shortUrl: link.code,
    ...(link.domain !== defaultDomain && { domain: domains.get(link.domain)?.name }),
    noOfClicks: clicksOf(link),
    createdAt: link.createdAt.toISOString(),
  }));
}

async function clickMilestones(services: Totals & Logs, ownerId: string, links: readonly LinkRow[], bots: boolean) {
  const ids = links.map(({ id }) => id);
  const totals: Map<string, LinkTotals> | null = await linkTotalsIfAvailable(services, [ownerId], ids);
  return ({ id }: LinkRow): number | null => {
    const total = totals && (totals.get(id) ?? { people: 0, all: 0 });
    return total && (bots ? total.all : total.people);
  };
}
