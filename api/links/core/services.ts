import type { Blocklist } from "../safety/blocklist/liveBlocklist.ts";
import type { Clock, Ids, Logs, ShortUrl } from "../../kernel/calls/capabilities.ts";
import type { Totals } from "../../clicks/counts/cachedTotals.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { KnownDomains } from "./domainOfLink.ts";
import type { Creation } from "./create.ts";
import type { NotifyWorker } from "./eraseLinks.ts";
import type { OrganisedLinks } from "./organisedLinks.ts";
import type { OwnHosts } from "./ownHosts.ts";
import type { LinksById } from "./linksById.ts";
import type { LinkQueries, SharedCounts } from "./queries.ts";

/** The dependencies of links. */
export type LinkServices = Database &
  Events &
  Clock &
  Ids &
  Logs &
  ShortUrl &
  Totals &
  OwnHosts &
  Blocklist &
  KnownDomains &
  Creation &
  NotifyWorker &
  LinkQueries &
  LinksById &
  OrganisedLinks &
  SharedCounts;
