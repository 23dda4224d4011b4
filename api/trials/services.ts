import type { FindPlace } from "@hoplog/platform/visitor/locator.js";
import type { Clock } from "../calls/capabilities.ts";
import type { ClickHouse } from "../clickhouse/select.ts";
import type { Reads } from "../database/reads.ts";
import type { LinksById } from "../links/linksById.ts";
import type { OwnHosts } from "../links/ownHosts.ts";

export interface TrialMeans {
  /** Where addresses are; read into memory when it is first asked for. */
  readonly places: () => Promise<FindPlace>;
  /** From 0 on and below 1: chooses the arm of a split. */
  readonly randomShare: () => number;
}

/** All that trying links takes from outside. */
export type TrialServices = TrialMeans & ClickHouse & Reads & Clock & LinksById & OwnHosts;
