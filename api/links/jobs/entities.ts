import { z } from "zod";
import { count, instant, recordId } from "../../kernel/contract/answerPieces.ts";
import { entity, part } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import { errorType } from "../../kernel/contract/values.ts";
import type { JobState, LinkJob, LinkResult, Outcome } from "./job.ts";

const state = enumeration<JobState>("LinkJobState", "State of a job", {
  waiting: "The job has not started",
  running: "The job is changing links",
  done: "The job has ended, and each link was changed or rejected",
  cancelled: "The job was cancelled; completed changes remain",
});

/** The result of a job for one link. */
export const outcome = enumeration<Outcome>("LinkJobOutcome", "Result of a job for one link", {
  done: "The link was changed",
  unchanged: "The link already had the requested values",
  failed: "The change was rejected",
});

/** A job in REST and GraphQL. */
export const linkJob = entity<LinkJob>()({
  name: "LinkJob",
  description: "A background job that changes many links",
  fields: {
    id: recordId.describe("ID of the job"),
    undoes: recordId.nullable().describe("ID of the job that this job reverts; null if it reverts none"),
    change: z.looseObject({}).describe("The requested change of each link"),
    fields: z.array(z.string()).describe("Names of the changed fields, or `delete`"),
    isActive: z.boolean().nullable().describe("Whether the job activates or deactivates the links; null for neither"),
    state: state.describe("State of the job"),
    total: count.describe("Number of links in the job"),
    done: count.describe("Number of links that were changed"),
    unchanged: count.describe("Number of links that already had the requested values"),
    failed: count.describe("Number of links whose change was rejected"),
    createdAt: instant.describe("Creation time"),
    endedAt: instant.nullable().describe("Time when the job ended or was cancelled; null until then"),
    canUndo: z.boolean().describe("Whether the job has made changes that can still be reverted"),
  },
  computed: {
    change: ({ change: { edit, ...switched } }) => ({ ...edit, ...switched }),
    fields: ({ change: { edit = {}, ...switched } }) => [...Object.keys(switched), ...Object.keys(edit)],
    isActive: ({ change }) => change.isActive ?? null,
  },
  only: { change: "rest", fields: "graphql", isActive: "graphql" },
});

/** The result of a job for one link, in REST and GraphQL. */
export const linkJobResult = entity<LinkResult>()({
  name: "LinkJobResult",
  description: "Result of a job for one link",
  fields: {
    position: z.int().min(1).describe("Position of the link in the job, from 1"),
    linkId: recordId.describe("ID of the link"),
    linkName: z
      .string()
      .nullable()
      .describe("Name of the link; null if it was deleted or belongs to another workspace"),
    outcome: outcome
      .nullable()
      .describe(
        "Result for the link; null while it is pending, and if the job was cancelled before the link was reached",
      ),
    error: part("LinkJobError", "Reason why a link could not be changed", {
      type: errorType.describe("Type of the error"),
      message: z.string().describe("Error message for users"),
    })
      .meta({ title: "ShortFailureReason" })
      .nullable()
      .describe("Reason why the change was rejected; null if it was not rejected"),
  },
  computed: {},
  restNames: { linkId: "urlId", linkName: "name" },
});
