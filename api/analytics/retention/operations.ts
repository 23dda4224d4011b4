import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { etag, instant, message } from "../../kernel/contract/answerPieces.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { within } from "../../kernel/contract/parse.ts";
import { one } from "../../kernel/contract/answers.ts";
import { entity, part } from "../../kernel/contract/entity.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { largeCount } from "../../kernel/contract/values.ts";
import { cancelRetention, setRetention, type RetentionServices } from "./commands.ts";
import {
  type ClickRetention,
  previewRetention,
  readRetention,
  type RetentionPreview,
  retentionSettings,
} from "./queries.ts";

const { clickRetentionMin: min, clickRetentionMax: max, clickRetentionDelayDays: delay } = limits;
const days = z.int().min(min).max(max);

const retention = entity<ClickRetention>()({
  name: "ClickRetention",
  description: "How long a workspace stores single clicks; sums of older clicks remain",
  fields: {
    days: days.nullable().describe("Number of days; null for no limit"),
    waiting: part("WaitingClickRetention", "A retention that has not begun yet", {
      days: days.describe("Number of days"),
      from: instant.describe("When it begins; it can be cancelled until then"),
    })
      .nullable()
      .describe("The retention that will replace this one"),
    setAt: instant.nullable().describe("Time of the last change"),
    clicksSince: z.iso
      .date()
      .nullable()
      .describe(
        "First day (UTC) with single clicks, where lists, filters and exports begin; null if none were removed",
      ),
    heldSince: instant.nullable().describe("Since when older clicks remain because an export must write them first"),
    etag,
  },
  computed: { etag: (shown) => etagOfSettings(retentionSettings(shown)) },
});

const preview = entity<RetentionPreview>()({
  name: "ClickRetentionPreview",
  description: "What a retention would remove if it began now",
  fields: {
    before: z.iso.date().describe("Day (UTC) before which single clicks would be removed"),
    clicks: largeCount.describe("Number of these clicks"),
  },
  computed: {},
});

const oneRetention = one(retention, { message: message.optional() });
const { query, mutation } = operationsOn<RetentionServices>({
  name: "Click retention",
  description: "How long single clicks are stored; their sums remain.",
});

/** The operations on the retention of single clicks. */
export const retentionFaces = facesOf([
  query({
    name: "clickRetention",
    id: "getClickRetention",
    rest: "GET /api/clicks/retention",
    summary: "Get how long the workspace stores single clicks",
    description: "Includes a retention that will replace the current one, and the first day with single clicks.",
    needs: ["clickRetention:read"],
    takes: {},
    answer: oneRetention,
    failures: [403],
    run: readRetention,
  }),
  query({
    name: "clickRetentionPreview",
    id: "previewClickRetention",
    rest: "GET /api/clicks/retention/preview",
    summary: "Count the clicks that a retention would remove if it began now",
    description: "Changes nothing.",
    needs: ["clickRetention:read"],
    takes: { days: z.coerce.number().meta(within(min, max)) },
    answer: one(preview, { message: null }),
    failures: [400, 403],
    run: (services, actor, given) => previewRetention(services, actor, given.days),
  }),
  mutation({
    name: "setClickRetention",
    rest: "PUT /api/clicks/retention",
    summary: "Set how long the workspace stores single clicks",
    description: `Figures, charts and visitors per day of older clicks remain as sums. A shorter retention begins ${delay} days later, and the owner is notified by mail; a longer one begins immediately. Removed clicks cannot be restored.`,
    needs: ["clickRetention:write"],
    takes: { days: z.number().meta(within(min, max)).nullable().describe("Null for no limit") },
    conditional: true,
    example: { days: 365 },
    answer: oneRetention,
    message: "Retention saved successfully!",
    failures: [400, 403],
    run: (services, actor, given) => setRetention(services, actor, given.days),
  }),
  mutation({
    name: "cancelClickRetention",
    rest: "DELETE /api/clicks/retention/waiting",
    summary: "Cancel a retention that has not begun yet",
    description: "The current retention remains.",
    needs: ["clickRetention:write"],
    takes: {},
    conditional: true,
    answer: oneRetention,
    failures: [403],
    run: cancelRetention,
  }),
]);
