import type { ClickHouseClient } from "@clickhouse/client";
import { followEvents } from "../eventstore/followEvents.ts";
import { keepUsersFile, type UsersFileSettings } from "./keepUsersFile.ts";
import { presentLinks } from "./presentLinks.ts";
import { makeViews } from "./views.ts";
import { makeWorkloads } from "./workloads.ts";

export interface AnalystsSettings extends UsersFileSettings {
  readonly databaseUrl: string;
  readonly clickhouse: ClickHouseClient;
}

/** Makes what analysts read and keeps it and the users file up to date, until stopped. */
export async function startAnalysts(options: AnalystsSettings): Promise<{ stop(): Promise<void> }> {
  const { clickhouse, logger, settings } = options;
  const usersFile = await keepUsersFile(options);
  let workloadsMade = false;
  let viewsMade = false;
  const copying = await followEvents(options, {
    name: "hoplog analysts",
    // Each copy costs ClickHouse some milliseconds; names in the views may be a second old.
    pace: "each second",
    async begin() {
      if (!workloadsMade) await makeWorkloads(clickhouse, logger);
      workloadsMade = true;
      if (!viewsMade) await makeViews(clickhouse, settings.database);
      viewsMade = true;
    },
    ...presentLinks(clickhouse),
  });
  return {
    async stop() {
      await copying.stop();
      await usersFile.stop();
    },
  };
}
