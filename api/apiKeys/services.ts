import type { Clock, Ids, Randomness } from "../calls/capabilities.ts";
import type { Reads } from "../database/reads.ts";
import type { Events } from "../eventstore/eventStore.ts";
import type { LimitsOf } from "../limits/limits.ts";
import type { KnownDomains } from "../links/domainOfLink.ts";

/** All that the keeping of API keys takes from outside. */
export type ApiKeyServices = Reads &
  Events &
  Clock &
  Ids &
  Randomness &
  KnownDomains &
  LimitsOf<"auth" | "keyCreation">;
