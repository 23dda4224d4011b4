/** The events that a webhook can subscribe to, with their descriptions. */
export const webhookEvents = {
  "link.created": "A link was created",
  "link.updated": "A link was changed; includes its previous values",
  "link.deleted": "A link was deleted",
  "link.expired": "A link expired",
  "link.usedUp": "A link reached its click limit",
  "link.clicks": "A link reached a chosen number of clicks",
  click: "Links were clicked; each message contains up to 100 clicks",
  "domain.lost": "A domain is no longer served, because its ownership could not be verified by DNS",
  "import.done": "An import of links ended",
} as const;

export type WebhookEvent = keyof typeof webhookEvents;

export function isWebhookEvent(name: string): name is WebhookEvent {
  return Object.hasOwn(webhookEvents, name);
}

export const webhookEventNames: readonly WebhookEvent[] = Object.keys(webhookEvents).filter(isWebhookEvent);

/** The default numbers of clicks at which `link.clicks` is sent. */
export const defaultClickCounts: readonly number[] = [100, 1000, 10_000, 100_000, 1_000_000];

export const webhookLimits = {
  /** Maximum webhooks per workspace. */
  perWorkspace: 20,
  nameMax: 100,
  urlMax: 2048,
  /** Maximum links, and maximum groups, to which one webhook can be restricted. */
  narrowedMax: 100,
  clickCountsMax: 20,
  clickCountMax: 1_000_000_000,
  /**
   * Maximum pending messages of one webhook, which are counted at intervals. The webhook is disabled if there are more.
   */
  waitingMax: 100_000,
  /** Finished messages of one webhook that are retained, the most recent ones; none for longer than `keptDays`. */
  endedMax: 10_000,
  keptDays: 7,
  /** Characters of a response that are shown in the list of deliveries. */
  responseChars: 1000,
  clicksPerMessage: 100,
  /** A webhook that has failed for this many days, and fails once more, is disabled. */
  disabledAfterDays: 5,
  /** Days of failures after which the owner gets an email. */
  toldAfterDays: 1,
  /** Hours for which the previous secret is used in addition to the new one. */
  rotationHours: 24,
} as const;
