import { domainStates } from "@hoplog/schema/domains/state.js";
import { importSources } from "@hoplog/schema/imports/sources.js";
import { recordOf } from "@hoplog/schema/recordOf.js";
import { webhookEventNames, webhookEvents } from "@hoplog/schema/webhooks.js";
import { z } from "zod";
import { count, instant, recordId } from "../../kernel/contract/answerPieces.ts";
import type { Message } from "../../kernel/calls/feature.ts";
import { link as shownLink } from "../../links/core/entities.ts";
import { importStates } from "../../links/imports/import.ts";
import type { MessageType } from "./outbox/webhook.ts";

// Schemas of messages for the OpenAPI document. Tests validate every received message against them.

/**
 * The link as in REST, without counts and personal fields. A link deleted since has only its id, or also its code,
 * domain and URL.
 */
const link = shownLink.answer
  .omit({ noOfClicks: true, visitsLeft: true, isFavourite: true, destination: true })
  .partial()
  .required({ _id: true })
  .meta({ title: "WebhookLink" });

const isErased = z
  .boolean()
  .optional()
  .describe(
    "True if the link has been deleted since the event; `link` then has its `_id` and at most `shortUrl`, `fullShortUrl` and `domain`",
  );

const click = z
  .object({
    _id: z.guid(),
    timestamp: instant,
    linkId: recordId,
    shortUrl: z.string(),
    domain: z.string().nullable().optional().describe("Domain of the link; absent for the default domain"),
    countryCode: z.string(),
    regionName: z.string(),
    city: z.string(),
    device: z.string(),
    browser: z.string(),
    browserVersion: z.string(),
    operatingSystem: z.string(),
    referrer: z.string().describe("Host of the referring page; empty for direct visits"),
    utm: z
      .object({ source: z.string(), medium: z.string(), campaign: z.string(), term: z.string(), content: z.string() })
      .meta({ title: "WebhookCampaign" }),
    isBot: z.boolean(),
    botReason: z.string(),
    rule: z
      .int()
      .min(1)
      .optional()
      .describe("Number of the redirect rule that determined the destination; absent for none"),
    arm: z.int().min(1).optional(),
  })
  .meta({ title: "WebhookClick" });

const job = z
  .object({
    _id: recordId,
    source: z.enum(importSources),
    fileName: z.string().nullable(),
    state: z.enum(importStates),
    total: count,
    done: count,
    failed: count,
    endedAt: instant,
  })
  .meta({ title: "WebhookImport" });

const state = z.enum(domainStates);

const aboutLink = z.object({ link, isErased }).meta({ title: "LinkMessageData" });

const data = {
  "link.created": aboutLink,
  "link.updated": z.object({
    link,
    previous: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("Previous values of the changed fields; null for fields that had no value"),
    isErased,
  }),
  "link.deleted": z.object({ link }),
  "link.expired": aboutLink,
  "link.usedUp": aboutLink,
  "link.clicks": z.object({
    link,
    count: count.optional().describe("Number of clicks that was reached"),
    clicks: count.optional(),
    isErased,
  }),
  click: z.object({ clicks: z.array(click) }),
  "domain.lost": z.object({
    domain: z.object({ _id: recordId, name: z.string(), state }),
    previous: z.object({ state }),
  }),
  "import.done": z.object({ import: job }),
  test: z.object({ message: z.string() }),
} satisfies Record<MessageType, z.ZodObject>;

const summaries: Readonly<Record<MessageType, string>> = { ...webhookEvents, test: "Test message, sent on request" };

/** All messages that webhooks may be sent. */
export const webhookMessages: Readonly<Record<MessageType, Message>> = recordOf(
  [...webhookEventNames, "test"],
  (type) => ({
    summary: summaries[type],
    is: z.object({ type: z.literal(type), timestamp: instant, data: data[type] }),
  }),
);
