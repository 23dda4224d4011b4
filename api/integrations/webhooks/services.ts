import type { Cidr } from "@hoplog/platform/env/pieces.js";
import type { Clock, Ids, Randomness } from "../../kernel/calls/capabilities.ts";
import type { SecretBox } from "../../kernel/calls/secretBox.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";

export interface OfWebhooks {
  readonly webhookSecrets: SecretBox;
  /** Networks of the operator's own where webhooks may be received, over http too. */
  readonly webhookNetworks: readonly Cidr[];
  /** Messages may be due. */
  readonly webhooksDue: () => void;
}

/** All that calls about webhooks take from outside. */
export type WebhookServices = Reads & Events & Clock & Ids & Randomness & LimitsOf<"webhook"> & OfWebhooks;
