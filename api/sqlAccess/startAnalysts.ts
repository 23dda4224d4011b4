import type { ClickHouseClient } from "@clickhouse/client";
import { startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import { keepUsersFile, type UsersFileSettings } from "./keepUsersFile.ts";
import { copyPresentLinks } from "./presentLinks.ts";
import { makeViews } from "./views.ts";
import { makeWorkloads } from "./workloads.ts";

export interface AnalystsSettings extends UsersFileSettings {
  readonly databaseUrl: string;
  readonly clickhouse: ClickHouseClient;
}

/** Names in the views are at most so old. */
const pollMs = 1000;

/** Makes what analysts read and keeps it and the users file up to date, until stopped. */
export async function startAnalysts(options: AnalystsSettings): Promise<{ stop(): Promise<void> }> {
  const { databaseUrl, clickhouse, logger, settings } = options;
  const usersFile = await keepUsersFile(options);
  let workloadsMade = false;
  let viewsMade = false;
  const copying = startExclusiveWork({
    databaseUrl,
    name: "hoplog analysts",
    logger,
    pollMs,
    async step(client) {
      if (!workloadsMade) await makeWorkloads(clickhouse, logger);
      workloadsMade = true;
      if (!viewsMade) await makeViews(clickhouse, settings.database);
      viewsMade = true;
      return copyPresentLinks(client, clickhouse);
    },
  });
  return {
    async stop() {
      await copying.stop();
      await usersFile.stop();
    },
  };
}
