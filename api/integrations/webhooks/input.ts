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

const ids = z.array(z.uuid("Not a valid id"), "Must be a list of ids").nullish();
const eventNames = z
  .array(oneOf(webhookEventNames), "Must be a list of events")
  .describe(`Any of ${webhookEventNames.join(", ")}`);
const urlText = "URL that receives the messages";
const common = {
  linkIds: ids.describe("With `groupIds`, the links whose events are sent; both empty for all links"),
  groupIds: ids.describe("Groups of links whose events are sent"),
  clickMilestones: z
    .array(z.number("Must be a number").meta(within(1, webhookLimits.clickCountMax)), "Must be a list of numbers")
    .nullish()
    .describe("Numbers of clicks that trigger link.clicks"),
  ordered: z
    .boolean("Must be true or false")
    .nullish()
    .describe("Whether messages about a link wait until the previous one is delivered or given up"),
};

export const newWebhook = input("CreateWebhookInput", "A new webhook", {
  url: text.describe(urlText),
  events: eventNames,
  name: optionalText.describe("Name for its owner; the host of its URL by default"),
  ...common,
});
export type NewWebhook = z.output<typeof newWebhook>;

export const webhookChanges = input("UpdateWebhookInput", "Changes to a webhook; omitted fields keep their value", {
  url: optionalText.describe(urlText),
  events: eventNames.nullish(),
  name: optionalText.describe("Name for its owner"),
  ...common,
  paused: z
    .boolean("Must be true or false")
    .nullish()
    .describe("True: messages wait; false: they are sent again, even if the webhook was disabled"),
});
export type WebhookChange = z.output<typeof webhookChanges>;

/** Throws VALIDATION_ERROR with each invalid field. `networks` are the private ones that webhooks may reach. */
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
