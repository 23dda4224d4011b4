import DataLoader from "dataloader";
import { z } from "zod";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import { count, etag, message } from "../../kernel/contract/answerPieces.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { type GraphqlContext, perOperation, requireActor } from "../../kernel/calls/graphqlContext.ts";
import type { Tag } from "../../kernel/calls/operation.ts";
import { graphqlData, one } from "../../kernel/contract/answers.ts";
import { entity } from "../../kernel/contract/entity.ts";
import { fieldsOf } from "../../kernel/contract/fields.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { destination, destinationsByUrl, type KnownDestination, shownDestination } from "../core/destinationOfLink.ts";
import { link } from "../core/entities.ts";
import { checksSettings, type DestinationChecks, readChecks, setChecks, type DestinationServices } from "./checks.ts";

/** Heading of the operations in the OpenAPI document. */
export const destinationsTag: Tag = {
  name: "Destinations",
  description: "Metadata and availability of the pages that links redirect to",
};

const checks = entity<DestinationChecks>()({
  name: "DestinationChecks",
  description: "Settings and results of destination checks",
  fields: {
    isOn: z.boolean().describe("Whether the workspace has enabled checks"),
    isOffered: z.boolean().describe("Whether this installation supports checks"),
    destinations: count.describe("Number of destinations that have been checked or are due"),
    dead: count.describe("Number of destinations that are unreachable"),
    etag,
  },
  computed: { etag: (shown) => etagOfSettings(checksSettings(shown)) },
});

const unknownDestination = {
  title: null,
  description: null,
  iconId: null,
  pictureId: null,
  checkedAt: null,
  problem: null,
  deadSince: null,
};

/** Loads destinations of the caller's workspace by URL, in batches. */
const destinationOf = perOperation((context: GraphqlContext<DestinationServices>) => {
  const ownerId = authorizeOwn(requireActor(context), "links:read");
  return new DataLoader<string, KnownDestination | null>(async (urls) => {
    const known = await destinationsByUrl(context.services, ownerId, urls);
    return urls.map((url) => known.get(url) ?? null);
  });
});

const { field, addedTo } = fieldsOf<{ readonly originalUrl: string }, DestinationServices>();
const destinationOfLink = addedTo(link.type, [
  field({
    name: "destination",
    description: "Metadata and availability of the page at originalUrl; null until the page has been checked",
    answer: destination.nullable(),
    async run({ originalUrl }, services, _given, _actor, context) {
      const known = await destinationOf(context).load(originalUrl);
      return known && shownDestination(services, known);
    },
  }),
]);

const oneChecks = one(checks, { message: message.optional() });
const { query, mutation, graphqlQuery } = operationsOn<DestinationServices>(destinationsTag, "Link");

/** The operations on destinations and their checks. */
export const destinationFaces = facesOf([
  query({
    name: "destinationChecks",
    id: "getDestinationChecks",
    rest: "GET /api/destinations/checks",
    summary: "Get the settings of destination checks",
    description: "Includes the number of known destinations and of unreachable ones.",
    needs: ["links:read"],
    takes: {},
    answer: oneChecks,
    failures: [403],
    run: readChecks,
  }),
  mutation({
    name: "setDestinationChecks",
    rest: "PUT /api/destinations/checks",
    summary: "Enable or disable destination checks",
    description: "Disabling checks deletes all stored results immediately and stops all requests to destinations.",
    needs: ["links:write"],
    takes: { isOn: z.boolean() },
    conditional: true,
    example: { isOn: false },
    answer: oneChecks,
    failures: [400, 403],
    run: (services, actor, { isOn }) => setChecks(services, actor, isOn),
  }),
  graphqlQuery({
    name: "destination",
    summary: "Get metadata of a destination page",
    description:
      "All fields are null unless a link of the workspace redirects to the URL and the page has been checked.",
    needs: ["links:read"],
    takes: { url: z.string() },
    answer: graphqlData(destination),
    async run(services, actor, { url }) {
      const known = await destinationsByUrl(services, authorizeOwn(actor, "links:read"), [url]);
      return shownDestination(services, known.get(url) ?? { ...unknownDestination, url });
    },
  }),
  { resolvers: [destinationOfLink] },
]);
