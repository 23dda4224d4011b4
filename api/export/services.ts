import type { Clock, Ids, ShortUrl } from "../calls/capabilities.ts";
import type { DomainChecks } from "../domains/services.ts";
import type { Events } from "../eventstore/eventStore.ts";
import type { TokenServices } from "../identity/authenticate.ts";
import type { WatchedSessions } from "../identity/watchSession.ts";
import type { LimitsOf } from "../limits/limits.ts";
import type { LinkQueries } from "../links/queries.ts";

export type ArchiveServices = LinkQueries & DomainChecks & ShortUrl & Clock;

/** All that exports take from outside. */
export type ExportServices = ArchiveServices & Events & Ids & LimitsOf<"export"> & TokenServices & WatchedSessions;
