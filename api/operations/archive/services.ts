import type { Clock, Ids, ShortUrl } from "../../kernel/calls/capabilities.ts";
import type { DomainChecks } from "../../links/domains/services.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { TokenServices } from "../../accounts/identity/authenticate.ts";
import type { WatchedSessions } from "../../accounts/identity/watchSession.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { LinkQueries } from "../../links/core/queries.ts";

export type ArchiveServices = LinkQueries & DomainChecks & ShortUrl & Clock;

/** All that exports take from outside. */
export type ExportServices = ArchiveServices & Events & Ids & LimitsOf<"export"> & TokenServices & WatchedSessions;
