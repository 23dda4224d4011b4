import type { FindPlace } from "@hoplog/platform/visitor/locator.js";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { LinksById } from "../../links/core/linksById.ts";
import type { OwnHosts } from "../../links/core/ownHosts.ts";

export interface TrialDependencies {
  /** Finds the locations of addresses; the tables are opened at the first call. */
  readonly places: () => FindPlace;
  /** Random number from 0 (inclusive) to 1 (exclusive), which chooses the arm of a split. */
  readonly randomShare: () => number;
}

/** External dependencies of the simulator. */
export type TrialServices = TrialDependencies & ClickHouse & Reads & Clock & LinksById & OwnHosts;
