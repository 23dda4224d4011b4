import type { WebhookEvent } from "@hoplog/schema/webhooks.js";

/** `paused`: its messages are written and wait; `disabled`: by us, and nothing is written. */
export const webhookStates = ["active", "paused", "disabled"] as const;
export type WebhookState = (typeof webhookStates)[number];

/** `failing`: for days; `gone`: it has answered 410; `backlog`: too many messages wait. */
export const disabledReasons = ["failing", "gone", "backlog"] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** What its owner sets. */
export interface WebhookSettings {
  readonly name: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** Both empty: of all links. */
  readonly linkIds: readonly string[];
  readonly groupIds: readonly string[];
  /** What `link.clicks` is sent at, in ascending order. */
  readonly clickMilestones: readonly number[];
  /** Whether a message of a link waits for the one before. */
  readonly ordered: boolean;
}

/** A webhook as its owner sees it: without its secrets. */
export interface Webhook extends WebhookSettings {
  readonly id: string;
  readonly state: WebhookState;
  readonly disabledReason: DisabledReason | null;
  /** Since when nothing but failures has come. */
  readonly failingSince: Date | null;
  readonly succeededAt: Date | null;
  /** Until when messages are signed by the secret before as well. */
  readonly previousSecretUntil: Date | null;
  readonly createdAt: Date;
}

/** What its owner sets, and whether it is switched off: what its ETag is of. */
export function editedOf(webhook: WebhookSettings & Pick<Webhook, "state">): object {
  const { name, url, events, linkIds, groupIds, clickMilestones, ordered, state } = webhook;
  return { name, url, events, linkIds, groupIds, clickMilestones, ordered, state };
}

export const messageStates = ["pending", "delivered", "failed"] as const;
export type MessageState = (typeof messageStates)[number];

/** `test` is sent by hand alone. */
export type MessageType = WebhookEvent | "test";

/** One of the list of deliveries. */
export interface WebhookMessage {
  readonly id: string;
  readonly type: string;
  readonly linkId: string | null;
  readonly state: MessageState;
  readonly createdAt: Date;
  /** Of attempts since it was written or sent again. */
  readonly attempts: number;
  /** When it is sent next; null where that is now, behind another one, or never. */
  readonly nextAttemptAt: Date | null;
  readonly endedAt: Date | null;
  /** Of the last attempt. */
  readonly status: number | null;
  readonly error: string | null;
}

export interface WebhookAttempt {
  readonly at: Date;
  readonly milliseconds: number;
  /** Null where there was no answer. */
  readonly status: number | null;
  readonly error: string | null;
  /** The beginning of the answer. */
  readonly response: string | null;
}

/** With what was sent, and every attempt. */
export interface WholeMessage extends WebhookMessage {
  readonly body: string;
  readonly attemptLog: readonly WebhookAttempt[];
}
