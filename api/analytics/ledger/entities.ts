import { GraphQLUUID } from "graphql-scalars";
import { z } from "zod";
import { count, instant } from "../../kernel/contract/answerPieces.ts";
import { part } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import { graphqlTypes } from "../../kernel/contract/graphqlTypes.ts";
import { linkReference } from "../misses/entities.ts";
import type { PartName } from "./parts.ts";

export const ledgerPart = enumeration<PartName>("LedgerPart", "Class that the ledger assigns to a request", {
  firstVisit: "A person's first click on the link on a UTC day",
  repeat: "A further click by the same person on the same link and UTC day",
  own: "An own visit of the workspace, recognised by its IP address or by the secret URL parameter",
  bot: "A request by a bot",
  preview: "A request by a program that shows link previews",
  head: "A HEAD request",
  prefetch: "A prefetch by a browser, before a possible visit",
  miss: "A visit that reached no destination",
  removed: "A click that click retention has removed; totals still include it",
});

export const ledgerBalance = part(
  "LedgerBalance",
  "Numbers of received requests, and their classification",
  {
    received: count.describe("Answered requests: `recorded` plus `dropped`"),
    recorded: count.describe(
      "Requests that redirectors counted when recording them; before `countedSince`, the number of stored requests",
    ),
    unchecked: count.describe(
      "Requests in `recorded` before `countedSince`, for which redirectors have no separate counts",
    ),
    dropped: count.describe(
      "Requests that were answered but not recorded, because the redirector's disk and memory were full",
    ),
    erased: count.describe("Requests to links whose data was erased"),
    forgotten: count.describe("Visits without a destination that are no longer stored individually"),
    pending: count.describe("Requests recorded in the last minutes that are not stored yet"),
    missing: z
      .int()
      .describe(
        "Recorded requests in no class; negative if the classes contain more requests than were recorded; 0 if the ledger balances",
      ),
    parts: z
      .array(
        part("LedgerLine", "Number of requests with the same classification", {
          part: ledgerPart.describe("Class of the requests"),
          reason: z
            .string()
            .nullable()
            .describe(
              "Reason of the classification: the matching rule for bots and previews, the criterion for own visits, the miss reason for visits without a destination, `people` or `bots` for removed clicks; otherwise null",
            ),
          requests: count.describe("Number of requests"),
        }),
      )
      .describe(
        "Numbers of requests by class; together with `erased`, `forgotten`, `pending` and `missing` they add up to `recorded`",
      ),
    countedSince: instant.describe("Time since which redirectors count requests independently of the stored requests"),
    sums: part("LedgerSums", "Totals of clicks, from which figures and charts are computed", {
      people: count.describe("Clicks by people"),
      bots: count.describe("Clicks by bots"),
    }).describe("Totals of clicks, from which figures and charts are computed"),
    sumsAgree: z.boolean().describe("Whether the stored clicks add up to `sums`"),
  },
  { parts: { length: 30 } },
);

const request = {
  id: z.guid().register(graphqlTypes, { type: GraphQLUUID }).describe("Request ID; for a click, the click ID"),
  at: instant.describe("Time of the response to the visitor"),
  code: z.string().nullable().describe("Requested code of a visit without a destination; otherwise null"),
  explanation: z.string().describe("Explanation of the classification, in English"),
  countryCode: z.string().describe("ISO 3166-1 alpha-2 country code; empty if unknown"),
  country: z.string().describe("Country name in English; empty if unknown"),
  city: z.string().describe("City name; empty if unknown"),
  device: z.string().describe("Device type: mobile, desktop, tablet or Unknown"),
  browser: z.string().describe("Browser name; empty if unknown"),
  operatingSystem: z.string().describe("Operating system name; empty if unknown"),
  isp: z.string().describe("Operator of the visitor's network; empty if unknown"),
  referrer: z.string().describe("Host of the referring page; empty if there is none"),
};
const next = z.string().nullable().describe("Cursor of the next page; null on the last page");

export const ledgerRequest = part(
  "LedgerRequest",
  "A received request, and the explanation of its classification",
  request,
);
export const ledgerRequests = part("LedgerRequests", "A page of received requests", {
  requests: z.array(ledgerRequest).describe("Requests, newest first"),
  next,
});
export const ledgerRequestsAnswer = {
  data: z.array(
    z.object({
      ...request,
      link: linkReference
        .nullable()
        .describe("The requested link; null if it is unknown, or without the scope `links:read`"),
    }),
  ),
  next,
};
