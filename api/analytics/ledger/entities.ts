import { GraphQLUUID } from "graphql-scalars";
import { z } from "zod";
import { count, instant } from "../../kernel/contract/answerPieces.ts";
import { part } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import { graphqlTypes } from "../../kernel/contract/graphqlTypes.ts";
import { linkReference } from "../misses/entities.ts";
import type { PartName } from "./parts.ts";

export const ledgerPart = enumeration<PartName>("LedgerPart", "Classification of a request", {
  firstVisit: "A person's first click on the link on a day (UTC)",
  repeat: "Another click of the same person on the same link and day",
  own: "A visit of the workspace's own, by its addresses or its parameter",
  bot: "A bot",
  preview: "A program that shows a preview of the link",
  head: "A HEAD request",
  prefetch: "Fetched by a browser before a visit",
  miss: "A visit that led nowhere",
  removed: "A click that the workspace's retention has removed; its sums remain",
});

export const ledgerBalance = part(
  "LedgerBalance",
  "Requests that redirectors have counted, and their classification",
  {
    received: count.describe("Requests that were answered: recorded and dropped ones"),
    recorded: count.describe("Counted by redirectors; before `countedSince` the number of stored requests"),
    unchecked: count.describe("Recorded requests before `countedSince`, which redirectors did not count separately"),
    dropped: count.describe("Answered and not recorded, because neither disk nor memory had room"),
    erased: count.describe("Requests of links that were erased"),
    forgotten: count.describe("Misses that are older than the retention of single misses"),
    pending: count.describe("Recorded in the last minutes and not counted yet"),
    missing: z.int().describe("Recorded and in no part; negative if the parts contain more; 0 if the ledger balances"),
    parts: z
      .array(
        part("LedgerLine", "Number of requests with the same classification", {
          part: ledgerPart.describe("The classification"),
          reason: z
            .string()
            .nullable()
            .describe(
              "For bots and previews the matching rule, for own visits how they were recognised, for misses why they led nowhere, for removed clicks people or bots",
            ),
          requests: count.describe("Number of requests"),
        }),
      )
      .describe("Add up to `recorded` with `erased`, `forgotten`, `pending` and `missing`"),
    countedSince: instant.describe("Since then redirectors count requests separately from recording them"),
    sums: part("LedgerSums", "Source of figures and charts", {
      people: count.describe("Clicks of people"),
      bots: count.describe("Clicks of bots"),
    }).describe("Source of other figures and charts"),
    sumsAgree: z.boolean().describe("Whether the clicks agree with the sums"),
  },
  { parts: { length: 30 } },
);

const request = {
  id: z.guid().register(graphqlTypes, { type: GraphQLUUID }).describe("ID of the request; for a click its ID"),
  at: instant.describe("Time of the response"),
  code: z.string().nullable().describe("For misses: the requested code"),
  explanation: z.string().describe("Reason of the classification"),
  countryCode: z.string().describe("ISO 3166-1 alpha-2; empty if unknown"),
  country: z.string().describe("Name of the country; empty if unknown"),
  city: z.string().describe("Name of the city; empty if unknown"),
  device: z.string().describe("mobile, desktop, tablet or Unknown"),
  browser: z.string().describe("Name of the browser; empty if unknown"),
  operatingSystem: z.string().describe("Name of the operating system; empty if unknown"),
  isp: z.string().describe("Name of the network; empty if unknown"),
  referrer: z.string().describe("Host of the referring page; empty for none"),
};
const next = z.string().nullable().describe("Cursor of the next page; null on the last page");

export const ledgerRequest = part("LedgerRequest", "A single request", request);
export const ledgerRequests = part("LedgerRequests", "A page of single requests", {
  requests: z.array(ledgerRequest).describe("Latest first"),
  next,
});
export const ledgerRequestsAnswer = {
  data: z.array(
    z.object({ ...request, link: linkReference.nullable().describe("The requested link; null if unknown") }),
  ),
  next,
};
