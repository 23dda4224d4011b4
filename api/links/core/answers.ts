import { domainStates } from "@hoplog/schema/domains/state.js";
import { listingSources } from "@hoplog/schema/events/link.js";
import { z } from "zod";
import {
  answer,
  countOrUnknown,
  failureReason,
  groupReference,
  instant,
  message,
  recordId,
} from "../../kernel/calls/answers.ts";
import { pageAnswer } from "../../kernel/calls/pages.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";
import { destinationProblems } from "./destinationOfLink.ts";
import { describedCondition, describedOptions } from "./options/described.ts";
import { shownStates } from "./options/state.ts";

const domainName = z.string().optional().describe("The domain that the link is in. Absent for the default one");

const imageUrl = z.string().nullable().describe("A path of this api, good for a day: no secret is needed for it");

export const link = z.object({
  _id: recordId,
  name: z.string(),
  originalUrl: z.string(),
  shortUrl: z.string().describe("The short code, without the host"),
  fullShortUrl: z.string(),
  domain: domainName,
  domainState: z
    .enum(domainStates)
    .optional()
    .describe("The link leads nowhere unless its domain is verified or misconfigured. Absent for the default one"),
  groupId: groupReference.nullable(),
  noOfClicks: countOrUnknown,
  tags: z.array(z.string()).describe("Names, in their order; `GET /api/tags` says how they are coloured"),
  note: z.string().nullable(),
  externalId: z.string().nullable().describe("What a program of the owner's calls it"),
  isArchived: z.boolean().describe("Left out of lists; it goes on redirecting"),
  isFavourite: z.boolean().describe("Of the person who asks"),
  isActive: z.boolean(),
  banReason: z.string().optional().describe("Why an operator has banned it: it leads nowhere. Absent unless it is"),
  listing: z
    .object({ url: z.string(), reason: z.string(), source: z.enum(listingSources) })
    .meta({ title: "Listing" })
    .optional()
    .describe("One of its URLs is listed as harmful: visitors get a warning. Absent unless one is"),
  destination: z
    .object({
      title: z.string().nullable(),
      description: z.string().nullable(),
      iconUrl: imageUrl,
      pictureUrl: imageUrl,
      problem: z.enum(destinationProblems).nullable().describe("What was wrong at the last check"),
      checkedAt: instant.nullable(),
      deadSince: instant.nullable().describe("Since when visitors don't get there, as far as checks say"),
    })
    .meta({ title: "Destination" })
    .optional()
    .describe("What the page at originalUrl says of itself. Absent until it has been asked"),
  ...describedOptions,
  visitsLeft: z
    .int()
    .min(0)
    .optional()
    .describe("How many more people are redirected: at 0 the link is used up. Absent unless it has maxClicks"),
  createdAt: instant,
  updatedAt: instant,
});

export const linkSummary = z.object({
  _id: recordId,
  name: z.string(),
  shortUrl: z.string(),
  domain: domainName,
  noOfClicks: countOrUnknown,
  createdAt: instant,
});

const change = z
  .object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })
  .meta({ title: "FieldChange" });

export const historyEntry = z
  .object({
    version: z.int().min(1).describe("What a revert names"),
    at: instant,
    by: z.string().nullable().describe("The user's name; null for the system"),
    type: z.string(),
    changes: z.array(change),
    revertible: z.boolean(),
  })
  .meta({ title: "HistoryEntry" });

const linkAt = z.object({
  at: instant,
  version: z.int().min(1).describe("Of the last event that counts"),
  name: z.string(),
  originalUrl: z.string(),
  shortUrl: z.string().describe("The short code, without the host"),
  domain: domainName,
  groupId: groupReference.nullable().describe("Called as it is now, or by its id where it is gone"),
  tags: z.array(z.string()).describe("Called as they are now, or by their ids where they are gone"),
  note: z.string().nullable(),
  externalId: z.string().nullable(),
  isArchived: z.boolean(),
  isActive: z.boolean(),
  banReason: link.shape.banReason,
  listing: link.shape.listing,
  ...describedOptions,
  state: z
    .enum(shownStates)
    .describe("By the link's own events, which don't say whether a cap was used up or a domain served"),
  differences: z.array(change).describe("What is different now: from what it was to what it is"),
});

const created = z.boolean().optional().describe("Whether it was made just now. Absent unless findOrCreate is true");

export const linkAnswers = {
  Link: link,
  LinkCondition: describedCondition,
  LinkSummary: linkSummary,
  LinkAnswer: answer({ message: message.optional(), url: link, data: link }),
  CreatedLinkAnswer: answer({ message, url: link, data: link, created }),
  LinksAnswer: answer({ data: z.array(link), pagination: pageAnswer }),
  ChangedLinksAnswer: answer({ message, data: z.array(link) }),
  MadeLinksAnswer: answer({
    message,
    data: z
      .array(
        z.object({ url: link.optional(), created, error: failureReason.optional().describe("Why there is no url") }),
      )
      .describe("One for each link of the request, in its order: with `url`, or with `error`"),
  }),
  LinkAtAnswer: answer({ data: linkAt }),
} satisfies Answers;

export const linksTag: Tag = { name: "Links", description: "Short links, their figures, clicks and history" };
