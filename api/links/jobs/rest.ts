import { utmFields } from "@hoplog/schema/links/utm.js";
import { limits } from "@hoplog/schema/limits.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { optionalText, parseInput, queryText } from "../../kernel/calls/parse.ts";
import { archivedModes, type LinkFilter, tagsModes } from "../core/filter.ts";
import { describedEdit, editInput, tagNames } from "../core/linkInput.ts";
import { startJob } from "./commands.ts";
import { linkJobsTag as tag, oneJob } from "./operations.ts";
import type { LinkJobServices } from "./services.ts";

/** Ten thousand ids, and a change. */
const bodyLimit = 512 * 1024;

const instant = z.iso.datetime({ offset: true, error: "Must be an instant in ISO 8601" });
const clicks = z.int("Must be a whole number").min(0).max(1e15);
/** A name that is not known would leave all links, and a job may delete what is left. */
const filter = z.strictObject({
  search: queryText.optional(),
  groupId: z.uuid("Not a valid id").optional(),
  isActive: z.boolean("Must be true or false").optional(),
  domain: queryText.optional(),
  tags: tagNames.optional(),
  tagsMode: z.enum(tagsModes, "Must be any, all or none").optional(),
  archived: z.enum(archivedModes, "Must be exclude, only or include").optional(),
  favourite: z.boolean("Must be true or false").optional(),
  hasNote: z.boolean("Must be true or false").optional(),
  deadDestination: z.boolean("Must be true or false").optional(),
  externalId: queryText.optional(),
  creator: z.uuid("Not a valid id").optional(),
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
  clicksMin: clicks.optional(),
  clicksMax: clicks.optional(),
});
const change = {
  isActive: z.boolean("Must be true or false").optional(),
  delete: z.boolean("Must be true or false").optional().describe("For good, with all click data; can't be undone"),
  addTags: tagNames.nullish().describe("Names; those that aren't there yet are made"),
  removeTags: tagNames.nullish(),
  utm: z
    .partialRecord(z.enum(utmFields), optionalText)
    .nullish()
    .describe(
      "Campaign parameters that are set in the destination each link has, or gets. Null or blank takes one out",
    ),
};
const which = {
  urlIds: z
    .array(z.uuid("Not a valid id"), "Must be a list of ids")
    .max(limits.linkJobMax, `At most ${limits.linkJobMax} links at once`)
    .optional(),
  filter: filter.optional().describe("Instead of ids: all links that match when the job is started"),
};
const body = z.object({ ...which, change: z.object({ ...change, ...editInput.shape }) });
const described = z.object({
  ...which,
  change: describedEdit.omit({ name: true, shortUrl: true, externalId: true }).extend(change).partial(),
});
function filterOf({
  createdFrom,
  createdTo,
  clicksMin: min,
  clicksMax: max,
  ...others
}: z.output<typeof filter>): LinkFilter {
  return {
    ...others,
    ...(createdFrom && { createdFrom: new Date(createdFrom) }),
    ...(createdTo && { createdTo: new Date(createdTo) }),
    ...((min ?? max) !== undefined && { clicks: { min, max, bots: false } }),
  };
}

export function linkJobRoutes(app: FastifyInstance, services: LinkJobServices, requireActor: RequireActor): void {
  app.post(
    "/api/urls/jobs",
    {
      ...documented({
        id: "createUrlJob",
        tag,
        summary: `Change up to ${limits.linkJobMax} links in the background`,
        description: `Give ids, or a filter, and what to change: whether they are switched on, what \`PUT /api/urls/{id}\` takes but for the name, the code and the external id, campaign parameters (\`utm\`), or \`delete\`. A password can only be removed (null). Each link is changed or refused by itself. At most ${limits.linkJobsAtOnce} jobs of a workspace run at a time; results are kept for ${limits.linkJobDays} days.`,
        body: described,
        example: { filter: { search: "spring" }, change: { isActive: false } },
        answer: { status: 201, is: oneJob.schema },
        failures: [400, 403, 404, 409],
      }),
      bodyLimit,
      // Before its body, which may be larger than most, is read.
      onRequest: async (request) => void (await requireActor(request)),
    },
    async (request, reply) => {
      const actor = await requireActor(request);
      const { urlIds, filter: meant, change: wanted } = parseInput(body, request.body);
      const { utm } = wanted;
      const pairs = utm && utmFields.flatMap((field) => (field in utm ? [[field, utm[field] ?? ""] as const] : []));
      const given = { linkIds: urlIds, filter: meant && filterOf(meant), change: { ...wanted, utm: pairs } };
      const job = await startJob(services, actor, given);
      const data = await oneJob.toBody?.(services, actor, job);
      return reply.code(201).send({ success: true, message: "Job started", ...data });
    },
  );
}
