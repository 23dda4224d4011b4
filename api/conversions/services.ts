import type { Clock, Ids, Logs } from "../calls/capabilities.ts";
import type { ClickHouse } from "../clickhouse/select.ts";
import type { Reads } from "../database/reads.ts";
import type { Events } from "../eventstore/eventStore.ts";
import type { LimitsOf } from "../limits/limits.ts";
import type { LinksById } from "../links/linksById.ts";

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
