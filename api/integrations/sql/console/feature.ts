import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import type { ClickHouseConnection } from "@hoplog/platform/env/connections.js";
import { consoleLimits } from "@hoplog/schema/analysts.js";
import type { Registry } from "prom-client";
import type { RunningFeature } from "../../../kernel/calls/feature.ts";
import type { SqlAccessSettings } from "../access/services.ts";
import { createConsoleMetrics } from "./metrics.ts";
import { consoleFaces } from "./operations.ts";
import { consoleRoutes, sqlResultAnswer } from "./rest.ts";
import type { ConsoleOffer, ConsoleServices } from "./run.ts";

export interface ConsoleBase {
  readonly registry: Registry;
  readonly settings: {
    readonly clickHouse: ClickHouseConnection;
    readonly analystsClickHouse?: ClickHouseConnection | undefined;
    readonly sqlAccess: SqlAccessSettings | null;
  };
}

/** The request timeout is longer than the maximum duration of a query. */
const requestTimeoutMs = (consoleLimits.secondsMax + 15) * 1000;

const killTimeoutMs = 5000;

/** SQL console for an account's own rows, with saved queries. */
export const sqlConsole: RunningFeature<ConsoleServices, ConsoleBase, ConsoleOffer> = {
  start({ registry, settings: { clickHouse, analystsClickHouse = clickHouse, sqlAccess } }) {
    const consoleMetrics = createConsoleMetrics(registry);
    if (!sqlAccess?.consolePassword) return { services: { sqlConsole: null, consoleMetrics } };
    const { database, consolePassword: password } = sqlAccess;
    // Separate connections, so that slow queries do not delay other calls.
    const application = "hoplog sql console";
    const client = createClickHouse({
      ...analystsClickHouse,
      database,
      application,
      requestTimeoutMs,
      readsOnly: true,
    });
    const killing = "hoplog sql console ending";
    const killer = createClickHouse({
      ...analystsClickHouse,
      database,
      application: killing,
      requestTimeoutMs: killTimeoutMs,
    });
    const stopping = new AbortController();
    const watching = new Set<Promise<void>>();
    const ending = { killer, watching, stopping: stopping.signal };
    return {
      services: { sqlConsole: { client, password, database, ...ending }, consoleMetrics },
      async stop() {
        stopping.abort();
        await Promise.all(watching);
        await Promise.all([client.close(), killer.close()]);
      },
    };
  },
  ...consoleFaces,
  routes(app, services, requireActor) {
    consoleRoutes(app, services, requireActor);
    consoleFaces.routes(app, services, requireActor);
  },
  answers: { ...consoleFaces.answers, SqlResultAnswer: sqlResultAnswer },
};
