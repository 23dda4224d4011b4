import type { ClickHouse } from "../clickhouse/select.ts";
import type { TokenServices } from "../identity/authenticate.ts";
import type { WatchedSessions } from "../identity/watchSession.ts";
import type { LimitsOf } from "../limits/limits.ts";
import type { ConsoleMetrics } from "./metrics.ts";
import type { Console, RunServices } from "./run.ts";
import type { KeptTextServices } from "../keptTexts/keptTexts.ts";

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
