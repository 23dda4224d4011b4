import type { Reads } from "../../kernel/database/reads.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { KnownDomains } from "../core/domainOfLink.ts";
import type { OwnHosts } from "../core/ownHosts.ts";

/** All that checks of codes take from outside. */
export interface CodeServices extends Reads, KnownDomains, OwnHosts, LimitsOf<"codeCheck"> {}
