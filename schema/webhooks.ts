/** What a webhook can be sent, and when that is. */
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

/** Numbers of clicks that `link.clicks` is sent at where none are given. */
export const defaultClickCounts: readonly number[] = [100, 1000, 10_000, 100_000, 1_000_000];

export const webhookLimits = {
  /** Of one workspace. */
  perWorkspace: 20,
  nameMax: 100,
  urlMax: 2048,
  /** Links and groups that one can be narrowed to, of each. */
  narrowedMax: 100,
  clickCountsMax: 20,
  clickCountMax: 1_000_000_000,
  /** Messages of one webhook that wait; about, since they are counted now and then. With more it is switched off. */
  waitingMax: 100_000,
  /** Messages of one webhook that are over and kept, the latest; none for longer than so many days. */
  endedMax: 10_000,
  keptDays: 7,
  /** Of an answer that is shown in the list of deliveries. */
  responseChars: 1000,
  clicksPerMessage: 100,
  /** A webhook that has failed for so long, and fails once more, is switched off. */
  disabledAfterDays: 5,
  /** Its owner gets a mail after so many. */
  toldAfterDays: 1,
  /** The secret before is used beside the new one for so long. */
  rotationHours: 24,
} as const;
