import { z } from "zod";
import { count, etag, message } from "../../kernel/calls/answers.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import type { Tag } from "../../kernel/calls/operation.ts";
import { one } from "../../kernel/contract/answers.ts";
import { entity } from "../../kernel/contract/entity.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { checksSettings, type DestinationChecks, readChecks, setChecks } from "./checks.ts";
import type { DestinationServices } from "./services.ts";

/** Heading of the operations in the OpenAPI document. */
export const destinationsTag: Tag = {
  name: "Destinations",
  description: "Metadata and availability of the pages that links redirect to",
};

const checks = entity<DestinationChecks>()({
  name: "DestinationChecks",
  description: "Whether destinations of links are checked",
  fields: {
    isOn: z.boolean().describe("Whether the workspace has enabled checks"),
    isOffered: z.boolean().describe("Whether this installation offers checks"),
    destinations: count.describe("Number of known destinations"),
    dead: count.describe("Number of unreachable destinations"),
    etag,
  },
  computed: { etag: (shown) => etagOfSettings(checksSettings(shown)) },
});

const oneChecks = one(checks, { message: message.optional() });
const { query, mutation } = operationsOn<DestinationServices>(destinationsTag, "Link");

/** The operations on the checks of destinations. */
export const destinationFaces = facesOf([
  query({
    name: "destinationChecks",
    id: "getDestinationChecks",
    rest: "GET /api/destinations/checks",
    summary: "Get whether destinations are checked",
    description: "Includes the number of known and of unreachable destinations.",
    takes: {},
    answer: oneChecks,
    failures: [403],
    run: readChecks,
  }),
  mutation({
    name: "setDestinationChecks",
    rest: "PUT /api/destinations/checks",
    summary: "Enable or disable checks of destinations",
    description: "Disabling deletes all stored results immediately, and no destination is requested again.",
    takes: { isOn: z.boolean() },
    conditional: true,
    example: { isOn: false },
    answer: oneChecks,
    failures: [400, 403],
    run: (services, actor, { isOn }) => setChecks(services, actor, isOn),
  }),
]);
