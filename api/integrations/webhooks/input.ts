import { createGuard } from "@hoplog/platform/outgoing/guard.js";
import { OutgoingError } from "@hoplog/platform/outgoing/outgoingError.js";
import type { Cidr } from "@hoplog/platform/env/pieces.js";
import { type FieldError, validationError } from "@hoplog/schema/errors.js";
import { isPlainText } from "@hoplog/schema/validation/plainText.js";
import { defaultClickCounts, isWebhookEvent, webhookEventNames, webhookLimits } from "@hoplog/schema/webhooks.js";
import type { WebhookSettings } from "./outbox/webhook.ts";

export interface NewWebhook {
  readonly url: string;
  readonly events: readonly string[];
  readonly name?: string | null | undefined;
  readonly linkIds?: readonly string[] | null | undefined;
  readonly groupIds?: readonly string[] | null | undefined;
  readonly clickMilestones?: readonly number[] | null | undefined;
  readonly ordered?: boolean | null | undefined;
}

/** What is left out stays. */
export interface WebhookChange extends Partial<NewWebhook> {
  /** True: it waits; false: it goes on, also where we had switched it off. */
  readonly paused?: boolean | null | undefined;
}

/** Throws VALIDATION_ERROR with each field that does not fit. `networks` are the operator's own that may be reached. */
export function checkedWebhook(input: NewWebhook, networks: readonly Cidr[]): WebhookSettings {
  const url = input.url.trim();
  const events = [...new Set(input.events)].filter(isWebhookEvent);
  const settings = {
    name: input.name?.trim() || hostOf(url),
    url,
    events,
    linkIds: [...new Set((input.linkIds ?? []).map((each) => each.toLowerCase()))],
    groupIds: [...new Set((input.groupIds ?? []).map((each) => each.toLowerCase()))],
    clickMilestones: [...new Set(input.clickMilestones ?? defaultClickCounts)].toSorted((a, b) => a - b),
    ordered: input.ordered ?? false,
  };
  const problems = {
    name: nameProblem(settings.name),
    url: urlProblem(url, networks),
    events: eventsProblem(input.events),
    linkIds: idsProblem(settings.linkIds, "links"),
    groupIds: idsProblem(settings.groupIds, "groups"),
    clickMilestones: countsProblem(settings.clickMilestones),
  };
  const found = Object.entries(problems).flatMap(([field, message]): FieldError[] =>
    message === null ? [] : [{ field, message }],
  );
  if (found.length > 0) throw validationError(found);
  return settings;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.slice(0, webhookLimits.nameMax) : "";
}

function nameProblem(name: string): string | null {
  if (name.length > webhookLimits.nameMax) return `At most ${webhookLimits.nameMax} characters`;
  return isPlainText(name) ? null : "The name contains characters that can't be used";
}

function urlProblem(url: string, networks: readonly Cidr[]): string | null {
  if (url === "") return "A URL is required";
  if (url.length > webhookLimits.urlMax) return `At most ${webhookLimits.urlMax} characters`;
  if (!URL.canParse(url) || !isPlainText(url)) return "Must be a URL such as https://example.com/webhooks";
  const parsed = new URL(url);
  if (parsed.protocol !== "https:" && (parsed.protocol !== "http:" || networks.length === 0))
    return "Must begin with https://";
  try {
    createGuard(networks).check(parsed);
    return null;
  } catch (error) {
    if (error instanceof OutgoingError) return error.message;
    throw error;
  }
}

function eventsProblem(events: readonly string[]): string | null {
  if (events.length === 0) return "At least one event is required";
  return events.every(isWebhookEvent) ? null : `Must be of ${webhookEventNames.join(", ")}`;
}

const id = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function idsProblem(ids: readonly string[], what: string): string | null {
  if (ids.length > webhookLimits.narrowedMax) return `At most ${webhookLimits.narrowedMax} ${what}`;
  return ids.every((each) => id.test(each)) ? null : "Not a valid id";
}

function countsProblem(counts: readonly number[]): string | null {
  if (counts.length > webhookLimits.clickCountsMax) return `At most ${webhookLimits.clickCountsMax} numbers`;
  return counts.every((each) => Number.isInteger(each) && each >= 1 && each <= webhookLimits.clickCountMax)
    ? null
    : `Must be whole numbers from 1 to ${webhookLimits.clickCountMax}`;
}
