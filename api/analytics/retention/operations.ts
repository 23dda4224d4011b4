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
  description: "Retention of a workspace's individual clicks; totals still include removed clicks",
  fields: {
    days: days.nullable().describe("Number of days for which individual clicks are stored; null for no limit"),
    waiting: part("WaitingClickRetention", "A shorter retention that has not started yet", {
      days: days.describe("Number of days for which individual clicks will be stored"),
      from: instant.describe("Time when the retention starts; until then it can be cancelled"),
    })
      .nullable()
      .describe("The retention that will replace the current one; null for none"),
    setAt: instant.nullable().describe("Time when the retention was last changed; null if it was never changed"),
    clicksSince: z.iso
      .date()
      .nullable()
      .describe(
        "First day (UTC) whose individual clicks are stored: lists, filters and exports exclude earlier days. Null if click retention has removed no clicks",
      ),
    heldSince: instant
      .nullable()
      .describe(
        "Time since which clicks to be removed have been waiting for an export to write them; null if none wait",
      ),
    etag,
  },
  computed: { etag: (shown) => etagOfSettings(retentionSettings(shown)) },
});

const preview = entity<RetentionPreview>()({
  name: "ClickRetentionPreview",
  description: "The clicks that a retention would remove if it started now",
  fields: {
    before: z.iso.date().describe("Day (UTC) before which individual clicks would be removed"),
    clicks: largeCount.describe("Number of clicks that would be removed"),
  },
  computed: {},
});

const oneRetention = one(retention, { message: message.optional() });
const { query, mutation } = operationsOn<RetentionServices>({
  name: "Click retention",
  description: "Retention of individual clicks; totals still include removed clicks",
});

/** The operations on the retention of single clicks. */
export const retentionFaces = facesOf([
  query({
    name: "clickRetention",
    id: "getClickRetention",
    rest: "GET /api/clicks/retention",
    summary: "Get the click retention",
    description:
      "Returns the retention of individual clicks, a shorter retention that has not started yet, and the first day whose individual clicks are stored.",
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
    summary: "Preview a click retention",
    description: "Counts the clicks that a retention would remove if it started now. Removes nothing.",
    needs: ["clickRetention:read"],
    takes: { days: z.coerce.number().meta(within(min, max)) },
    answer: one(preview, { message: null }),
    failures: [400, 403],
    run: (services, actor, given) => previewRetention(services, actor, given.days),
  }),
  mutation({
    name: "setClickRetention",
    rest: "PUT /api/clicks/retention",
    summary: "Set the click retention",
    description: `Removes individual clicks that are older than the retention; figures, charts and visitors per day still include their totals. A shorter retention starts ${delay} days later, and the owner is notified by email; a longer one starts immediately. Removed clicks cannot be restored.`,
    needs: ["clickRetention:write"],
    takes: {
      days: z
        .number()
        .meta(within(min, max))
        .nullable()
        .describe("Number of days for which individual clicks are stored; null for no limit"),
    },
    conditional: true,
    example: { days: 365 },
    answer: oneRetention,
    message: "Retention saved",
    failures: [400, 403],
    run: (services, actor, given) => setRetention(services, actor, given.days),
  }),
  mutation({
    name: "cancelClickRetention",
    rest: "DELETE /api/clicks/retention/waiting",
    summary: "Cancel a click retention that has not started",
    description: "The current retention stays in effect.",
    needs: ["clickRetention:write"],
    takes: {},
    conditional: true,
    answer: oneRetention,
    failures: [403],
    run: cancelRetention,
  }),
]);
