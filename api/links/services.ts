import type { Clock, Ids, Logs, Randomness, ShortUrl } from "../calls/capabilities.ts";
import type { Totals } from "../counts/gatheredTotals.ts";
import type { Database } from "../database/orm.ts";
import type { Events } from "../eventstore/eventStore.ts";
import type { LimitsOf } from "../limits/limits.ts";
import type { Wake } from "./eraseLinks.ts";
import type { OwnHosts } from "./ownHosts.ts";
import type { LinkQueries, SharedCounts } from "./queries.ts";

/** All that links take from outside. */
export type LinkServices = Database &
  Events &
  Clock &
  Ids &
  Randomness &
  Logs &
  ShortUrl &
  Totals &
  OwnHosts &
  Wake &
  LinkQueries &
  SharedCounts &
  LimitsOf<"creation">;
