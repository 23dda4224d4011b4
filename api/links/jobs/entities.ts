import { z } from "zod";
import { count, instant, recordId } from "../../kernel/contract/answerPieces.ts";
import { entity, part } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import { errorType } from "../../kernel/contract/values.ts";
import type { JobState, LinkJob, LinkResult, Outcome } from "./job.ts";

const state = enumeration<JobState>("LinkJobState", "Progress of a job", {
  waiting: "Not started",
  running: "Changing links",
  done: "Finished: each link was changed or refused",
  cancelled: "Stopped; completed changes remain",
});

/** The result of a job for one link. */
export const outcome = enumeration<Outcome>("LinkJobOutcome", "Result of a job for one link", {
  done: "Changed",
  unchanged: "Already as requested",
  failed: "Refused",
});

/** A job as clients see it. */
export const linkJob = entity<LinkJob>()({
  name: "LinkJob",
  description: "A background change of many links",
  fields: {
    id: recordId.describe("ID of the job"),
    undoes: recordId.nullable().describe("The job that this job reverts"),
    change: z.looseObject({}).describe("The requested change"),
    fields: z.array(z.string()).describe("Names of the changed fields, or delete"),
    isActive: z.boolean().nullable().describe("Whether the job switches links on or off; null for neither"),
    state: state.describe("Progress"),
    total: count.describe("Number of links"),
    done: count.describe("Number of changed links"),
    unchanged: count.describe("Number of links that were already as requested"),
    failed: count.describe("Number of refused links"),
    createdAt: instant.describe("Creation time"),
    endedAt: instant.nullable().describe("Completion time"),
    canUndo: z.boolean().describe("Whether the job made changes that can still be reverted"),
  },
  computed: {
    change: ({ change: { edit, ...switched } }) => ({ ...edit, ...switched }),
    fields: ({ change: { edit = {}, ...switched } }) => [...Object.keys(switched), ...Object.keys(edit)],
    isActive: ({ change }) => change.isActive ?? null,
  },
  only: { change: "rest", fields: "graphql", isActive: "graphql" },
});

/** The result of a job for one link, as clients see it. */
export const linkJobResult = entity<LinkResult>()({
  name: "LinkJobResult",
  description: "Result of a job for one link",
  fields: {
    position: z.int().min(1).describe("Position in the job, from 1"),
    linkId: recordId.describe("ID of the link"),
    linkName: z.string().nullable().describe("Null if the link was deleted or belongs to another workspace"),
    outcome: outcome.nullable().describe("Null while pending, and for good if the job was cancelled before"),
    error: part("LinkJobError", "Why a link could not be changed", {
      type: errorType.describe("Type of the error"),
      message: z.string().describe("Message for users"),
    })
      .meta({ title: "ShortFailureReason" })
      .nullable()
      .describe("Reason of a refusal"),
  },
  computed: {},
  restNames: { linkId: "urlId", linkName: "name" },
});
