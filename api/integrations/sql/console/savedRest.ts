import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../../kernel/calls/actor.ts";
import { done } from "../../../kernel/calls/answers.ts";
import { documented } from "../../../kernel/calls/operation.ts";
import { idOf, optionalText, parseInput, text } from "../../../kernel/calls/parse.ts";
import { consoleAnswers, sqlTag } from "./answers.ts";
import {
  changeKept,
  deleteKept,
  keep,
  type KeptText,
  type KeptTextServices,
  listKept,
} from "../../../links/views/keptTexts.ts";
import { savedQueries } from "./savedQueries.ts";

export const newSavedQueryBody = z.object({ name: text, text });
export const savedQueryBody = z.object({ name: optionalText, text: optionalText });

const example = { name: "Clicks by day", text: "SELECT day, sum(clicks) AS clicks FROM daily GROUP BY day" };

export function savedQueryRoutes(app: FastifyInstance, services: KeptTextServices, requireActor: RequireActor): void {
  app.get(
    "/api/sql/queries",
    documented({
      id: "listSavedQueries",
      tag: sqlTag,
      summary: "List saved queries, by name",
      description: "All of the workspace's.",
      answer: { status: 200, is: consoleAnswers.SavedQueriesAnswer },
      failures: [],
    }),
    async (request) => {
      const queries = await listKept(savedQueries, services, await requireActor(request));
      return { success: true, data: queries.map(bodyOf) };
    },
  );

  app.post(
    "/api/sql/queries",
    documented({
      id: "createSavedQuery",
      tag: sqlTag,
      summary: "Save a query",
      description: "It is kept as it is written, whether ClickHouse would run it or not.",
      body: newSavedQueryBody,
      example,
      answer: { status: 201, is: consoleAnswers.SavedQueryAnswer },
      failures: [400, 409],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const saved = await keep(savedQueries, services, actor, parseInput(savedQueryBody, request.body));
      return reply.code(201).send({ success: true, message: "Query saved successfully!", data: bodyOf(saved) });
    },
  );

  app.patch(
    "/api/sql/queries/:id",
    documented({
      id: "updateSavedQuery",
      tag: sqlTag,
      summary: "Rename or rewrite a saved query",
      description: "At least one field; what is missing stays.",
      conditional: true,
      body: savedQueryBody,
      example: { name: "Clicks of each day" },
      answer: { status: 200, is: consoleAnswers.SavedQueryAnswer },
      failures: [400, 404, 409],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const id = idOf(request.params, "Query");
      const changed = await changeKept(savedQueries, services, actor, id, parseInput(savedQueryBody, request.body));
      return { success: true, message: "Query saved successfully!", data: bodyOf(changed) };
    },
  );

  app.delete(
    "/api/sql/queries/:id",
    documented({
      id: "deleteSavedQuery",
      tag: sqlTag,
      summary: "Delete a saved query",
      description: "It is gone for good.",
      conditional: true,
      answer: done,
      failures: [400, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      await deleteKept(savedQueries, services, actor, idOf(request.params, "Query"));
      return { success: true, message: "Query deleted successfully!" };
    },
  );
}

function bodyOf({ id, name, text, createdAt, updatedAt, etag }: KeptText) {
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { _id: id, name, text, ...times, etag };
}
