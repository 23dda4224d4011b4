import { authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Database } from "../../kernel/database/orm.ts";
import { clicksPerGroup } from "../../links/groups/clicks.ts";
import type { GroupRow } from "../../links/groups/projection.ts";
import { linksPerGroup, listGroups } from "../../links/groups/queries.ts";
import type { LinkRow } from "../../links/core/linkRow.ts";
import { once } from "../../kernel/calls/once.ts";
import { type LinkQueries, listLinks } from "../../links/core/queries.ts";
import { linkSort, newestFirst, type LinkSort } from "../../links/core/sort.ts";
import { accountClicks } from "./accountClicks.ts";
import { countActiveClicked } from "./activeClicked.ts";
import { growthPercent, growthPeriods, oneDecimal, percent, type Periodic } from "./growth.ts";
import { countHoldings } from "./holdings.ts";

/** Lazily loaded; data shared by several figures is loaded once. */
type Figure<T> = () => Promise<T>;

export interface Dashboard {
  /**
   * `expiredUrls`: inactive, expired or used-up links. `averageCTR`: percentage of active links that were ever clicked.
   */
  readonly overview: Readonly<
    Record<"totalUrls" | "totalClicks" | "totalGroups" | "activeUrls" | "expiredUrls" | "averageCTR", Figure<number>>
  >;
  /**
   * Change in percent compared with the previous seven days, for `ctr` in percentage points; null without a previous
   * value.
   */
  readonly growth: Readonly<Record<"urls" | "clicks" | "groups" | "ctr", Figure<number | null>>>;
  /** The latest links, newest first. */
  readonly recentLinks: Figure<readonly LinkRow[]>;
  /** The most clicked links, most clicks first. */
  readonly topLinks: Figure<readonly LinkRow[]>;
  /** The latest groups, newest first. */
  readonly groups: Figure<readonly GroupSummary[]>;
}

export interface GroupSummary {
  readonly group: GroupRow;
  readonly urlCount: number;
  readonly totalClicks: number;
}

/** Length of the short lists. */
const listed = 5;

interface Question {
  readonly member: Member;
  /** IANA name of the time zone. */
  readonly tz: string;
  /** Whether to include bots. */
  readonly bots: boolean;
}

export function dashboard(services: LinkQueries & Clock, question: Question): Dashboard {
  const { member, bots } = question;
  const ownerId = authorizeOwn(member, "stats:read");
  const counted = { ownerId, bots };
  const periods = growthPeriods(services.now(), question.tz);
  const held = once(() => countHoldings(services, ownerId, periods));
  const clicks = once(() => accountClicks(services.clickhouse, counted, periods));
  const shares = once(async () => {
    const [{ ever, now, before }, { active, activeBefore }] = await Promise.all([
      countActiveClicked(services, counted, periods),
      held(),
    ]);
    return { ever: shareOf(ever, active), now: shareOf(now, active), before: shareOf(before, activeBefore) };
  });
  // Archived links count in every figure here, so they are listed too.
  const filter = { archived: "include" } as const;
  const links = (sort: LinkSort) => async () => {
    const list = await listLinks(services, member, { filter, start: { offset: 0 }, limit: listed, bots, sort });
    return list.map(({ link }) => link);
  };
  return {
    overview: {
      totalUrls: async () => (await held()).links.ever,
      totalClicks: async () => (await clicks()).ever,
      totalGroups: async () => (await held()).groups.ever,
      activeUrls: async () => (await held()).active,
      expiredUrls: async () => (await held()).links.ever - (await held()).active,
      averageCTR: async () => (await shares()).ever ?? 0,
    },
    growth: {
      urls: async () => growthOf((await held()).links),
      clicks: async () => growthOf(await clicks()),
      groups: async () => growthOf((await held()).groups),
      ctr: async () => {
        const { now, before } = await shares();
        return now === null || before === null ? null : oneDecimal(now - before);
      },
    },
    recentLinks: links(newestFirst),
    topLinks: links(linkSort("clicks")),
    groups: () => groupSummaries(services, member, bots),
  };
}

function shareOf(clicked: number, active: number): number | null {
  return active === 0 ? null : percent(clicked, active);
}

function growthOf({ now, before }: Periodic): number | null {
  return growthPercent(now, before);
}

async function groupSummaries(services: Database & ClickHouse, member: Member, bots: boolean): Promise<GroupSummary[]> {
  const groups = await listGroups(services, member, null, { limit: listed });
  const ids = groups.map(({ id }) => id);
  const [urls, clicks] = await Promise.all([
    linksPerGroup(services, member, ids),
    clicksPerGroup(services, member, ids),
  ]);
  return groups.map((group) => {
    const total = clicks.get(group.id);
    return { group, urlCount: urls.get(group.id) ?? 0, totalClicks: (bots ? total?.all : total?.people) ?? 0 };
  });
}
