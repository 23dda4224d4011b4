import type { Feature } from "../calls/feature.ts";
import { SqlAccessResolvers } from "./resolvers.ts";
import type { SqlAccessServices } from "./services.ts";

/** Accounts' own way to their clicks in ClickHouse. */
export const sqlAccess: Feature<SqlAccessServices> = { resolvers: [SqlAccessResolvers] };
