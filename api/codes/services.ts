import type { Reads } from "../database/reads.ts";
import type { LimitsOf } from "../limits/limits.ts";
import type { KnownDomains } from "../links/domainOfLink.ts";
import type { OwnHosts } from "../links/ownHosts.ts";

/** All that checks of codes take from outside. */
export interface CodeServices extends Reads, KnownDomains, OwnHosts, LimitsOf<"codeCheck"> {}
