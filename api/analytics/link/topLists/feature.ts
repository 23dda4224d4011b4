import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import type { ClickHouseConnection } from "@hoplog/platform/env/connections.js";
import type { RunningFeature } from "../../../kernel/calls/feature.ts";
import { startTopListWorker, type TopListBase } from "./worker.ts";

type FeatureBase = TopListBase & { readonly settings: { readonly clickHouse: ClickHouseConnection } };

/** A day of a busy account takes a second or two, and a busy machine many times as long: pages' clients would give it up. */
const requestTimeoutMs = 5 * 60 * 1000;

/** Top lists of days that are over, stored for busy links. */
export const topLists: RunningFeature<unknown, FeatureBase> = {
  start(base) {
    const application = "hoplog kept tops";
    const clickhouse = createClickHouse({ ...base.settings.clickHouse, application, requestTimeoutMs });
    const worker = startTopListWorker({ ...base, clickhouse, name: application });
    return {
      services: {},
      async stop() {
        // A statement that is under way is not waited for: its day is not whole, and comes again.
        await Promise.all([worker.stop(), clickhouse.close()]);
      },
    };
  },
};
