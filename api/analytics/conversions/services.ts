import type { Clock, Ids, Logs } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { LinksById } from "../../links/core/linksById.ts";

export interface ConversionOffer {
  /** There is a conversion to be written to ClickHouse, or to be taken back there. */
  readonly conversionChanged: () => void;
}

/** All that the calls take from outside. */
export type ConversionServices = Reads &
  Events &
  ClickHouse &
  LinksById &
  Clock &
  Ids &
  Logs &
  LimitsOf<"conversion"> &
  ConversionOffer;
