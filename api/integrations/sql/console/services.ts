import type { ClickHouse } from "../../../clicks/clickhouse/select.ts";
import type { TokenServices } from "../../../accounts/identity/authenticate.ts";
import type { WatchedSessions } from "../../../accounts/identity/watchSession.ts";
import type { LimitsOf } from "../../../kernel/limits/limits.ts";
import type { ConsoleMetrics } from "./metrics.ts";
import type { Console, RunServices } from "./run.ts";
import type { KeptTextServices } from "../../../links/views/keptTexts.ts";

/** What this feature offers to its own calls. */
export interface ConsoleOffer {
  /** Null where there is no console. */
  readonly sqlConsole: Console | null;
  readonly consoleMetrics: ConsoleMetrics;
}

/** All that the SQL console takes from outside. */
export type ConsoleServices = ConsoleOffer &
  RunServices &
  ClickHouse &
  KeptTextServices &
  TokenServices &
  LimitsOf<"sqlRun"> & { readonly revocations: WatchedSessions["revocations"] };
