import { utmFields } from "@hoplog/schema/links/utm.js";
import { limits } from "@hoplog/schema/limits.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { idOf, optionalText, paging, parseInput, queryText } from "../../kernel/calls/parse.ts";
import { archivedModes, type LinkFilter, tagsModes } from "../core/filter.ts";
import { describedEdit, editInput, tagNames } from "../core/linkInput.ts";
import { linkJobAnswers as answers, linkJobsTag as tag } from "./answers.ts";
import { cancelJob, startJob, undoJob } from "./commands.ts";
import { type LinkJob, type LinkResult, outcomes } from "./job.ts";
import { getJob, listJobs, listResults } from "./queries.ts";
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
const resultsQuery = z.object({
  limit: paging.limit,
  after: z.coerce
    .number()
    .int()
    .min(0)
    .max(limits.linkJobMax)
    .default(0)
    .describe("The position behind which to go on"),
  outcome: z.enum(outcomes, "Must be done, unchanged or failed").optional(),
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
        answer: { status: 201, is: answers.LinkJobAnswer },
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
      return reply.code(201).send({ success: true, message: "Job started", data: bodyOf(job) });
    },
  );

  app.get(
    "/api/urls/jobs",
    documented({
      id: "listUrlJobs",
      tag,
      summary: "List jobs, the latest first",
      description: `At most ${limits.linkJobsListed} of the last ${limits.linkJobDays} days.`,
      answer: { status: 200, is: answers.LinkJobsAnswer },
      failures: [403],
    }),
    async (request) => {
      const jobs = await listJobs(services, await requireActor(request));
      return { success: true, data: jobs.map(bodyOf) };
    },
  );

  app.get(
    "/api/urls/jobs/:id",
    documented({
      id: "getUrlJob",
      tag,
      summary: "One job, and how far it is",
      description: "Jobs are forgotten some time after they are over.",
      answer: { status: 200, is: answers.LinkJobAnswer },
      failures: [403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      return { success: true, data: bodyOf(await getJob(services, actor, idOf(request.params, "Job"))) };
    },
  );

  app.get(
    "/api/urls/jobs/:id/results",
    documented({
      id: "listUrlJobResults",
      tag,
      summary: "What became of a job's links",
      description: "In the order of the ids, or newest first.",
      query: resultsQuery,
      answer: { status: 200, is: answers.LinkJobResultsAnswer },
      failures: [403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const { limit, after, outcome = null } = parseInput(resultsQuery, request.query);
      const page = { limit: limit + 1, after, outcome };
      const results = await listResults(services, actor, idOf(request.params, "Job"), page);
      const shown = results.slice(0, limit);
      const next = results.length > limit ? (shown.at(-1)?.position ?? null) : null;
      return { success: true, data: shown.map(resultOf), next };
    },
  );

  app.post(
    "/api/urls/jobs/:id/undo",
    documented({
      id: "undoUrlJob",
      tag,
      summary: "Set back what a job has changed",
      description:
        "By another job, link by link: one whose changed fields somebody has changed since stays as it is, and says so. Deleted links and passwords don't come back.",
      answer: { status: 201, is: answers.LinkJobAnswer },
      failures: [400, 403, 404, 409],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const job = await undoJob(services, actor, idOf(request.params, "Job"));
      return reply.code(201).send({ success: true, message: "Undo started", data: bodyOf(job) });
    },
  );

  app.post(
    "/api/urls/jobs/:id/cancel",
    documented({
      id: "cancelUrlJob",
      tag,
      summary: "Stop a job",
      description: "What it has done stays, and can be undone. Nothing for one that is over.",
      answer: { status: 200, is: answers.LinkJobAnswer },
      failures: [400, 403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const job = await cancelJob(services, actor, idOf(request.params, "Job"));
      return { success: true, message: "Job stopped", data: bodyOf(job) };
    },
  );
}

function bodyOf({ id, undoes, change: { edit, ...switched }, state, total, done, ...job }: LinkJob) {
  const { unchanged, failed, createdAt, endedAt, canUndo } = job;
  return {
    _id: id,
    undoes,
    change: { ...edit, ...switched },
    state,
    total,
    done,
    unchanged,
    failed,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt && endedAt.toISOString(),
    canUndo,
  };
}

function resultOf({ linkId, linkName, ...result }: LinkResult) {
  return { ...result, urlId: linkId, name: linkName };
}
