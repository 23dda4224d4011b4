import type { Blocklist } from "../safety/blocklist/liveBlocklist.ts";
import type { Clock, Ids, Logs, Randomness } from "../../kernel/calls/capabilities.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { KnownDomains } from "../core/domainOfLink.ts";
import type { OwnHosts } from "../core/ownHosts.ts";
import type { RequestsCertificates } from "./certificate.ts";
import type { Lookup } from "./dns/lookup.ts";
import type { Target } from "./dns/findings.ts";

/** The result of a check: the domain's state, or `unanswered` if DNS did not respond. */
export const checkResults = ["pending", "verified", "misconfigured", "lost", "unanswered"] as const;
export type CheckResult = (typeof checkResults)[number];

/** The DNS lookup of domains, and their required target. */
export interface DomainChecks {
  readonly domainChecks: {
    readonly lookup: Lookup;
    readonly target: Target;
    /** Hosts of the installation, in DNS form. */
    readonly ownHosts: readonly string[];
    readonly onChecked: (result: CheckResult) => void;
  } & RequestsCertificates;
}

/** The dependencies of domains. */
export type DomainServices = Database &
  Reads &
  Events &
  Clock &
  Ids &
  Logs &
  Randomness &
  OwnHosts &
  Blocklist &
  KnownDomains &
  DomainChecks &
  LimitsOf<"creation" | "domainCheck">;
