import { limits } from "@hoplog/schema/limits.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { parseInput, within } from "../../kernel/calls/parse.ts";
import { retentionAnswers, retentionTag as tag } from "./answers.ts";
import { cancelRetention, setRetention } from "./commands.ts";
import { type ClickRetention, previewRetention, readRetention, retentionSettings } from "./queries.ts";
import type { RetentionServices } from "./services.ts";

const { clickRetentionMin: min, clickRetentionMax: max, clickRetentionDelayDays: delay } = limits;
const body = z.object({ days: z.number().meta(within(min, max)).nullable().describe("Null: for ever") });
const previewQuery = z.object({ days: z.coerce.number().meta(within(min, max)) });

export function retentionRoutes(app: FastifyInstance, services: RetentionServices, requireActor: RequireActor): void {
  app.get(
    "/api/clicks/retention",
    documented({
      id: "getClickRetention",
      tag,
      summary: "How long the workspace keeps single clicks",
      description: "With what will take its place, and from which day on there are single clicks.",
      answer: { status: 200, is: retentionAnswers.ClickRetentionAnswer },
      failures: [403],
    }),
    async (request) => ({ success: true, data: bodyOf(await readRetention(services, await requireActor(request))) }),
  );

  app.get(
    "/api/clicks/retention/preview",
    documented({
      id: "previewClickRetention",
      tag,
      summary: "What a retention would remove if it held now",
      description: "Changes nothing.",
      query: previewQuery,
      answer: { status: 200, is: retentionAnswers.ClickRetentionPreviewAnswer },
      failures: [400, 403],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const { days } = parseInput(previewQuery, request.query);
      return { success: true, data: await previewRetention(services, actor, days) };
    },
  );

  app.put(
    "/api/clicks/retention",
    documented({
      id: "setClickRetention",
      tag,
      summary: "Set how long the workspace keeps single clicks",
      description: `Figures, charts and visitors per day of older clicks stay, as sums. What removes more than now begins ${delay} days later, and the owner is told by mail; what removes less holds at once. What is gone can't be brought back.`,
      conditional: true,
      body,
      example: { days: 365 },
      answer: { status: 200, is: retentionAnswers.ClickRetentionAnswer },
      failures: [400, 403],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const { days } = parseInput(body, request.body);
      const set = await setRetention(services, actor, days);
      return { success: true, message: "Retention saved successfully!", data: bodyOf(set) };
    },
  );

  app.delete(
    "/api/clicks/retention/waiting",
    documented({
      id: "cancelClickRetention",
      tag,
      summary: "Cancel a retention that has not begun yet",
      description: "The one that holds stays.",
      conditional: true,
      answer: { status: 200, is: retentionAnswers.ClickRetentionAnswer },
      failures: [403],
    }),
    async (request) => ({ success: true, data: bodyOf(await cancelRetention(services, await requireActor(request))) }),
  );
}

function bodyOf(retention: ClickRetention) {
  return { ...retention, etag: etagOfSettings(retentionSettings(retention)) };
}
