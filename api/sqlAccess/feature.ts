import type { RunningFeature } from "../calls/feature.ts";
import type { Database } from "../database/orm.ts";
import type { ClickHouse } from "../clickhouse/select.ts";
import type { FollowedLog } from "../eventstore/followEvents.ts";
import { SqlAccessResolvers } from "./resolvers.ts";
import type { Available, SqlAccessServices } from "./services.ts";
import { startAnalysts } from "./startAnalysts.ts";

/** What takes part in letting analysts into ClickHouse. */
export type SqlAccessBase = Database & ClickHouse & FollowedLog & { readonly settings: Available };

/** Accounts' own way to their clicks in ClickHouse. */
export const sqlAccess: RunningFeature<SqlAccessServices, SqlAccessBase, Available> = {
  resolvers: [SqlAccessResolvers],
  async start(base) {
    const settings = base.settings.sqlAccess;
    if (!settings) return { services: { sqlAccess: null } };
    const { stop } = await startAnalysts({ ...base, settings });
    return { services: { sqlAccess: settings }, stop };
  },
};
