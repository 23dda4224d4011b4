import type { RunningFeature } from "../../../kernel/calls/feature.ts";
import type { Database } from "../../../kernel/database/orm.ts";
import type { Reads } from "../../../kernel/database/reads.ts";
import type { ClickHouse } from "../../../clicks/clickhouse/select.ts";
import { followEvents, type FollowedLog } from "../../../kernel/eventstore/followEvents.ts";
import { linkCopying } from "./linkCopies.ts";
import { sqlAccessResolvers } from "./operations.ts";
import type { Available, SqlAccessServices } from "./services.ts";
import { startAnalysts } from "./startAnalysts.ts";

/** Dependencies of SQL access. */
export type SqlAccessBase = Database & ClickHouse & FollowedLog & Reads & { readonly settings: Available };

/** SQL access of accounts to their own clicks in ClickHouse. */
export const sqlAccess: RunningFeature<SqlAccessServices, SqlAccessBase, Available> = {
  resolvers: sqlAccessResolvers,
  async start(base) {
    const settings = base.settings.sqlAccess;
    if (!settings) {
      // Links are copied even without SQL access, because filters by group, tag or domain, and exports, use the copies
      // too.
      const copying = await followEvents(base, linkCopying(base.clickhouse));
      return { services: { sqlAccess: null }, stop: () => copying.stop() };
    }
    const { stop } = await startAnalysts({ ...base, settings });
    return { services: { sqlAccess: settings }, stop };
  },
};
