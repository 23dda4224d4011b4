/** The events that a webhook can subscribe to, with their descriptions. */
export const webhookEvents = {
  "link.created": "A link was made",
  "link.updated": "A link was changed; with what it was before",
  "link.deleted": "A link was deleted",
  "link.expired": "A link has expired",
  "link.usedUp": "A link has led on as many people as it may",
  "link.clicks": "A link was clicked so often",
  click: "Links were clicked: up to 100 clicks at a time",
  "domain.lost": "A domain isn't ours to serve any more, by its DNS records",
  "import.done": "An import of links is over",
} as const;

export type WebhookEvent = keyof typeof webhookEvents;

export function isWebhookEvent(name: string): name is WebhookEvent {
  return Object.hasOwn(webhookEvents, name);
}

export const webhookEventNames: readonly WebhookEvent[] = Object.keys(webhookEvents).filter(isWebhookEvent);

/** The default numbers of clicks at which `link.clicks` is sent. */
export const defaultClickCounts: readonly number[] = [100, 1000, 10_000, 100_000, 1_000_000];

export const webhookLimits = {
  /** Per workspace. */
  perWorkspace: 20,
  nameMax: 100,
  urlMax: 2048,
  /** Links, and also groups, that one webhook can be restricted to. */
  narrowedMax: 100,
  clickCountsMax: 20,
  clickCountMax: 1_000_000_000,
  /**
   * Approximate number of pending messages of one webhook, counted at intervals. The webhook is disabled if there are
   * more.
   */
  waitingMax: 100_000,
  /** Finished messages of one webhook that are retained, the most recent ones; none for longer than `keptDays`. */
  endedMax: 10_000,
  keptDays: 7,
  /** Characters of a response shown in the list of deliveries. */
  responseChars: 1000,
  clicksPerMessage: 100,
  /** A webhook that has failed for this many days, and fails once more, is disabled. */
  disabledAfterDays: 5,
  /** How many days of failures until the owner gets an email. */
  toldAfterDays: 1,
  /** How many hours the previous secret is used besides the new one. */
  rotationHours: 24,
} as const;
