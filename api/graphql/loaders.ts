import DataLoader from "dataloader";
import { clicksPerGroupIfAvailable } from "../groups/clicks.ts";
import { groupsById, linksPerGroup } from "../groups/queries.ts";
import type { GroupRow } from "../groups/groupRow.ts";
import type { LinkRow } from "../links/linkRow.ts";
import { newestOfGroups } from "../links/queries.ts";
import type { Services } from "../services.ts";
import type { LinkTotals } from "../stats/linkTotals.ts";
import { linkTotalsIfAvailable } from "../stats/linkTotalsIfAvailable.ts";

/** One statement for all rows of a page, whatever its fields ask for. */
export interface Loaders {
  readonly group: DataLoader<string, GroupRow | null>;
  readonly urlCount: DataLoader<string, number>;
  /** By group id; null while ClickHouse can't be asked. */
  readonly groupTotals: DataLoader<string, LinkTotals | null>;
  /** The newest 10 links by group id. */
  readonly recentLinks: DataLoader<string, readonly LinkRow[]>;
  /** By link id; null while ClickHouse can't be asked. */
  readonly totals: DataLoader<string, LinkTotals | null>;
}

export function createLoaders(services: Services, ownerId: string | null): Loaders {
  return {
    group: new DataLoader(async (ids) => {
      const groups = new Map((await groupsById(services, ids)).map((group) => [group.id, group]));
      return ids.map((id) => groups.get(id) ?? null);
    }),
    urlCount: new DataLoader(async (ids) => {
      const counts = await linksPerGroup(services, ids);
      return ids.map((id) => counts.get(id) ?? 0);
    }),
    groupTotals: new DataLoader(async (ids) => {
      if (ownerId === null) return ids.map(() => null);
      const totals = await clicksPerGroupIfAvailable(services, ownerId, ids);
      return ids.map((id) => totals && (totals.get(id) ?? { people: 0, all: 0 }));
    }),
    recentLinks: new DataLoader(async (ids) => {
      const links = await newestOfGroups(services, ids, 10);
      return ids.map((id) => links.get(id) ?? []);
    }),
    totals: new DataLoader(async (ids) => {
      if (ownerId === null) return ids.map(() => null);
      const totals = await linkTotalsIfAvailable(services, [ownerId], ids);
      return ids.map((id) => totals && (totals.get(id) ?? { people: 0, all: 0 }));
    }),
  };
}
