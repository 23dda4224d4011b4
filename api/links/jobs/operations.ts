import { utmFields } from "@hoplog/schema/links/utm.js";
import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { message, recordId } from "../../kernel/contract/answerPieces.ts";
import { requirePageSize } from "../../kernel/calls/cursor.ts";
import type { Tag } from "../../kernel/calls/operation.ts";
import { paging, wholeNumber } from "../../kernel/contract/parse.ts";
import { many, one, positionedPage, upToPosition } from "../../kernel/contract/answers.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { cancelJob, startJob, undoJob } from "./commands.ts";
import { linkJob, linkJobResult, outcome } from "./entities.ts";
import { getJob, listJobs, listResults, watchJob } from "./queries.ts";
import { toLinkFilter } from "../core/filterInput.ts";
import { graphqlJob, restJob } from "./input.ts";
import type { LinkJobServices } from "./services.ts";

/** Heading of the operations in the OpenAPI document. */
export const linkJobsTag: Tag = {
  name: "Link jobs",
  description: "Background jobs that change up to 10,000 links and store a result for each link",
};

/** The response with one job. */
export const oneJob = one(linkJob, { message: message.optional() });

const startText = {
  summary: `Change up to ${limits.linkJobMax} links in the background`,
  description: `Requires link IDs or a filter, and the change: any fields of an edit except name, code and external ID, tags to add or remove, whether the links are active, campaign parameters, or \`delete\`. A password can only be removed (null). Each link is changed or rejected independently of the others. At most ${limits.linkJobsAtOnce} jobs of a workspace can run at a time. Results are stored for ${limits.linkJobDays} days.`,
};

const onlyOutcome = outcome.optional().describe("Only links with this result");
const { query, mutation, restOnly, graphqlQuery, graphqlMutation, graphqlSubscription } = operationsOn<LinkJobServices>(
  linkJobsTag,
  "Job",
);

/** The operations on jobs. */
export const linkJobFaces = facesOf([
  query({
    name: "linkJobs",
    id: "listUrlJobs",
    rest: "GET /api/urls/jobs",
    summary: "List jobs, newest first",
    description: `Returns at most ${limits.linkJobsListed} jobs from the last ${limits.linkJobDays} days.`,
    needs: ["links:read"],
    takes: {},
    answer: many(linkJob),
    weight: { length: limits.linkJobsListed },
    failures: [403],
    run: listJobs,
  }),
  query({
    name: "linkJob",
    id: "getUrlJob",
    rest: "GET /api/urls/jobs/:id",
    summary: "Get a job with its progress",
    description: `Jobs are deleted ${limits.linkJobDays} days after they end.`,
    needs: ["links:read"],
    takes: { id: recordId },
    answer: oneJob,
    failures: [403, 404],
    run: (services, actor, { id }) => getJob(services, actor, id),
  }),
  graphqlMutation({
    ...startText,
    name: "startLinkJob",
    needs: ["links:write"],
    mayNeed: { "tags:write": "if the call creates a tag" },
    takes: { input: graphqlJob },
    answer: oneJob,
    run(services, actor, { input: { linkIds, filter, change } }) {
      const utm = change.utm?.map(({ field, value }) => [field, value] as const);
      return startJob(services, actor, { linkIds, filter: filter && toLinkFilter(filter), change: { ...change, utm } });
    },
  }),
  restOnly({
    ...startText,
    id: "createUrlJob",
    rest: "POST /api/urls/jobs",
    needs: ["links:write"],
    mayNeed: { "tags:write": "if the call creates a tag" },
    takes: { input: restJob },
    creates: true,
    bodyMax: 512 * 1024,
    example: { filter: { search: "spring" }, change: { isActive: false } },
    answer: oneJob,
    message: "Job started",
    failures: [400, 403, 404, 409],
    run(services, actor, { input: { urlIds, filter, change } }) {
      const { utm } = change;
      const pairs = utm && utmFields.flatMap((field) => (field in utm ? [[field, utm[field] ?? ""] as const] : []));
      const given = { linkIds: urlIds, filter: filter && toLinkFilter(filter), change: { ...change, utm: pairs } };
      return startJob(services, actor, given);
    },
  }),
  restOnly({
    id: "listUrlJobResults",
    rest: "GET /api/urls/jobs/:id/results",
    summary: "List the results of a job",
    description:
      "Results are sorted by position: in the order of the given IDs, or the newest links first if the job has a filter.",
    needs: ["links:read"],
    takes: {
      id: recordId,
      limit: paging.limit,
      after: wholeNumber(0, limits.linkJobMax).default(0).describe("Return results after this position"),
      outcome: onlyOutcome,
    },
    answer: positionedPage(linkJobResult),
    failures: [403, 404],
    async run(services, actor, { id, limit, after, outcome: only = null }) {
      return upToPosition(await listResults(services, actor, id, { limit: limit + 1, after, outcome: only }), limit);
    },
  }),
  graphqlQuery({
    name: "linkJobResults",
    summary: "List the results of a job",
    description: "Results are sorted by their position in the job.",
    needs: ["links:read"],
    takes: {
      id: recordId,
      first: z.int().default(limits.listDefault),
      after: z.int().default(0).describe("Return results after this position"),
      outcome: onlyOutcome,
    },
    answer: many(linkJobResult),
    run: (services, actor, { id, first, after, outcome: only = null }) =>
      listResults(services, actor, id, { limit: requirePageSize(first), after, outcome: only }),
  }),
  mutation({
    name: "undoLinkJob",
    id: "undoUrlJob",
    rest: "POST /api/urls/jobs/:id/undo",
    creates: true,
    summary: "Revert the changes of a job",
    description:
      "Starts a new job that restores the previous values. Fields that were changed since keep their value. Deleted links and removed passwords cannot be restored.",
    needs: ["links:write"],
    takes: { id: recordId },
    answer: oneJob,
    message: "Undo started",
    failures: [400, 403, 404, 409],
    run: (services, actor, { id }) => undoJob(services, actor, id),
  }),
  mutation({
    name: "cancelLinkJob",
    id: "cancelUrlJob",
    rest: "POST /api/urls/jobs/:id/cancel",
    summary: "Cancel a job",
    description: "Completed changes remain and can be reverted. Has no effect on a job that has ended.",
    needs: ["links:write"],
    takes: { id: recordId },
    answer: oneJob,
    message: "Job cancelled",
    failures: [400, 403, 404],
    run: (services, actor, { id }) => cancelJob(services, actor, id),
  }),
  graphqlSubscription({
    name: "linkJobProgress",
    summary: "Watch the progress of a job",
    description: "Sends the current state of the job, then each change until the job ends.",
    needs: ["links:read"],
    takes: { id: recordId },
    answer: oneJob,
    subscribe: (services, actor, { id }) => watchJob(services, actor, id),
  }),
]);
