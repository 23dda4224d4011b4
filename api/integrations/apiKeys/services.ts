import type { Clock, Ids, Randomness } from "../../kernel/calls/capabilities.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { KnownDomains } from "../../links/core/domainOfLink.ts";

/** All that the keeping of API keys takes from outside. */
export type ApiKeyServices = Reads &
  Events &
  Clock &
  Ids &
  Randomness &
  KnownDomains &
  LimitsOf<"auth" | "keyCreation">;
