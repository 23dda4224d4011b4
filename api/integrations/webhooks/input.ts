import { createGuard } from "@hoplog/platform/outgoing/guard.js";
import { OutgoingError } from "@hoplog/platform/outgoing/outgoingError.js";
import type { Cidr } from "@hoplog/platform/env/pieces.js";
import { type FieldError, validationError } from "@hoplog/schema/errors.js";
import { isPlainText } from "@hoplog/schema/validation/plainText.js";
import { defaultClickCounts, isWebhookEvent, webhookEventNames, webhookLimits } from "@hoplog/schema/webhooks.js";
import { z } from "zod";
import { oneOf, optionalText, text, within } from "../../kernel/contract/parse.ts";
import { input } from "../../kernel/contract/entity.ts";
import type { WebhookSettings } from "./outbox/webhook.ts";

const ids = z.array(z.uuid("Must be a UUID"), "Must be a list of IDs").nullish();
const eventNames = z
  .array(oneOf(webhookEventNames), "Must be a list of events")
  .describe(`Events that are sent: any of ${webhookEventNames.join(", ")}`);
const urlText = "URL that receives the messages";
const common = {
  linkIds: ids.describe(
    "IDs of links whose events are sent, in addition to links in `groupIds`; if both are empty, all links",
  ),
  groupIds: ids.describe("IDs of groups whose links' events are sent"),
  clickMilestones: z
    .array(z.number("Must be a number").meta(within(1, webhookLimits.clickCountMax)), "Must be a list of numbers")
    .nullish()
    .describe("Numbers of clicks at which link.clicks is sent"),
  ordered: z
    .boolean("Must be true or false")
    .nullish()
    .describe("Whether a message about a link is sent only after the previous one was delivered or has failed"),
};

export const newWebhook = input("CreateWebhookInput", "A new webhook", {
  url: text.describe(urlText),
  events: eventNames,
  name: optionalText.describe("Name of the webhook; the host of its URL by default"),
  ...common,
});
export type NewWebhook = z.output<typeof newWebhook>;

export const webhookChanges = input("UpdateWebhookInput", "Changes to a webhook; omitted fields keep their value", {
  url: optionalText.describe(urlText),
  events: eventNames.nullish(),
  name: optionalText.describe("Name of the webhook"),
  ...common,
  paused: z
    .boolean("Must be true or false")
    .nullish()
    .describe("Whether messages are stored but not sent. False also switches a disabled webhook on"),
});
export type WebhookChange = z.output<typeof webhookChanges>;

/**
 * Validates a webhook's settings. Throws VALIDATION_ERROR with each invalid field. `networks` are the private ones that
 * webhooks may access.
 */
export function checkedWebhook(given: NewWebhook | WebhookSettings, networks: readonly Cidr[]): WebhookSettings {
  const url = given.url.trim();
  const settings = {
    name: given.name?.trim() || hostOf(url),
    url,
    events: [...new Set(given.events)].filter(isWebhookEvent),
    linkIds: [...new Set((given.linkIds ?? []).map((each) => each.toLowerCase()))],
    groupIds: [...new Set((given.groupIds ?? []).map((each) => each.toLowerCase()))],
    clickMilestones: [...new Set(given.clickMilestones ?? defaultClickCounts)].toSorted((a, b) => a - b),
    ordered: given.ordered ?? false,
  };
  const problems = {
    name: nameProblem(settings.name),
    url: urlProblem(url, networks),
    events: eventsProblem(given.events),
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
  if (name.length > webhookLimits.nameMax) return `Must be at most ${webhookLimits.nameMax} characters`;
  return isPlainText(name) ? null : "The name contains control or invisible characters. Remove them.";
}

function urlProblem(url: string, networks: readonly Cidr[]): string | null {
  if (url === "") return "A URL is required";
  if (url.length > webhookLimits.urlMax) return `Must be at most ${webhookLimits.urlMax} characters`;
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
  if (events.length === 0) return "Provide at least one event";
  return events.every(isWebhookEvent) ? null : `Must contain only ${webhookEventNames.join(", ")}`;
}

const id = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function idsProblem(ids: readonly string[], what: string): string | null {
  if (ids.length > webhookLimits.narrowedMax) return `Must contain at most ${webhookLimits.narrowedMax} ${what}`;
  return ids.every((each) => id.test(each)) ? null : "Must be a UUID";
}

function countsProblem(counts: readonly number[]): string | null {
  if (counts.length > webhookLimits.clickCountsMax)
    return `Must contain at most ${webhookLimits.clickCountsMax} numbers`;
  return counts.every((each) => Number.isInteger(each) && each >= 1 && each <= webhookLimits.clickCountMax)
    ? null
    : `Must contain only whole numbers from 1 to ${webhookLimits.clickCountMax}`;
}
