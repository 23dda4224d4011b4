import type { Cidr } from "@hoplog/platform/env/pieces.js";
import type { Clock, Ids, Randomness } from "../../kernel/calls/capabilities.ts";
import type { SecretBox } from "../../kernel/calls/secretBox.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";

export interface OfWebhooks {
  readonly webhookSecrets: SecretBox;
  /** Private networks to which webhooks may be sent, including over http. */
  readonly webhookNetworks: readonly Cidr[];
  /** Signals that messages may be due. */
  readonly webhooksDue: () => void;
}

/** External dependencies of webhooks. */
export type WebhookServices = Reads & Events & Clock & Ids & Randomness & LimitsOf<"webhook"> & OfWebhooks;
