import type { WebhookEvent } from "@hoplog/schema/webhooks.js";

/** `paused`: messages are written and wait. `disabled`: the system has disabled it, and no messages are written. */
export const webhookStates = ["active", "paused", "disabled"] as const;
export type WebhookState = (typeof webhookStates)[number];

/** `failing`: failed for days; `gone`: responded with 410; `backlog`: too many messages wait. */
export const disabledReasons = ["failing", "gone", "backlog"] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** Settings that the owner can change. */
export interface WebhookSettings {
  readonly name: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** Links and groups that the webhook is restricted to; both empty for all links. */
  readonly linkIds: readonly string[];
  readonly groupIds: readonly string[];
  /** Click counts that trigger `link.clicks`, ascending. */
  readonly clickMilestones: readonly number[];
  /** Whether messages of a link are sent in order. */
  readonly ordered: boolean;
}

/** A webhook in API responses, without its secrets. */
export interface Webhook extends WebhookSettings {
  readonly id: string;
  readonly state: WebhookState;
  readonly disabledReason: DisabledReason | null;
  /** Time of the first failure since the last success. */
  readonly failingSince: Date | null;
  readonly succeededAt: Date | null;
  /** End of the time during which messages are also signed with the previous secret. */
  readonly previousSecretUntil: Date | null;
  readonly createdAt: Date;
}

/** Returns the fields of a webhook that its ETag covers: the owner's settings, and its state. */
export function editedOf(webhook: WebhookSettings & Pick<Webhook, "state">): object {
  const { name, url, events, linkIds, groupIds, clickMilestones, ordered, state } = webhook;
  return { name, url, events, linkIds, groupIds, clickMilestones, ordered, state };
}

export const messageStates = ["pending", "delivered", "failed"] as const;
export type MessageState = (typeof messageStates)[number];

/** Types of messages; `test` messages are only sent on request. */
export type MessageType = WebhookEvent | "test";

/** A message in the list of deliveries. */
export interface WebhookMessage {
  readonly id: string;
  readonly type: string;
  readonly linkId: string | null;
  readonly state: MessageState;
  readonly createdAt: Date;
  /** Number of attempts since the message was written or resent. */
  readonly attempts: number;
  /** Time of the next attempt; null if the message is due, waits for another one, or will not be sent. */
  readonly nextAttemptAt: Date | null;
  readonly endedAt: Date | null;
  /** Response status of the last attempt. */
  readonly status: number | null;
  readonly error: string | null;
}

export interface WebhookAttempt {
  readonly at: Date;
  readonly milliseconds: number;
  /** Status of the response; null without a response. */
  readonly status: number | null;
  readonly error: string | null;
  /** The beginning of the response's body. */
  readonly response: string | null;
}

/** A message with its body and every attempt. */
export interface FullMessage extends WebhookMessage {
  readonly body: string;
  readonly attemptLog: readonly WebhookAttempt[];
}
