import { chosenUses, dateOrders } from "@hoplog/schema/imports/columns.js";
import { importSources } from "@hoplog/schema/imports/sources.js";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { idOf, optionalText, paging, parseInput, tooLong } from "../../kernel/calls/parse.ts";
import { textMax } from "../../kernel/calls/textMax.ts";
import { importAnswers as answers, importsTag as tag } from "./answers.ts";
import { changeImport } from "./changeImport.ts";
import { addImport, cancelImport, completeFile, startImport } from "./commands.ts";
import { type ImportRow, type LinkImport, rowFilters } from "./import.ts";
import { partRoute } from "./partRoute.ts";
import { getImport, listImportRows, listImports } from "./queries.ts";
import type { ImportServices } from "./services.ts";
import { importedVisitsRoute } from "./visitsRoute.ts";

const sourceKey = z.object({
  address: optionalText.describe("Of what you run yourself; absent: where the service is"),
  key: z.string("Must be a text").describe("Kept encrypted until all is read, and in no answer"),
});
const newImport = z.object({
  source: z.enum(importSources, `Must be one of ${importSources.join(", ")}`),
  fileName: optionalText,
  name: optionalText.describe("Ids of links are unique within it. Absent: the file's name, or the source's host"),
  domain: optionalText.describe(
    "Where links go whose domain isn't one of yours. Null or absent: where your new links go",
  ),
  api: sourceKey.nullish().describe("Instead of a file: the service is asked, page by page"),
});
const importChange = z.object({
  columns: z
    .record(z.string(), z.enum(chosenUses, `Must be one of ${chosenUses.join(", ")}`))
    .optional()
    .describe("All choices, by the columns' names; a column without one is read as its name says"),
  dates: z
    .enum(dateOrders, `Must be one of ${dateOrders.join(", ")}`)
    .optional()
    .describe("Which number of a date such as 03/04/2024 is the day"),
  name: z.string("Must be a string").max(textMax, tooLong).optional().describe("Ids of links are unique within it"),
});
const complete = z.object({ parts: z.int("Must be a whole number").min(1).max(importLimits.partsMax) });
const rowsQuery = z.object({
  limit: paging.limit,
  after: z.coerce.number("Must be a number").int().min(0).max(2_147_483_647).default(0),
  only: z.enum(rowFilters, `Must be one of ${rowFilters.join(", ")}`).default("all"),
});

export function importRoutes(app: FastifyInstance, services: ImportServices, requireActor: RequireActor): void {
  app.post(
    "/api/imports",
    documented({
      id: "createImport",
      tag,
      summary: "Begin an import of links",
      description: `Then send the file, in parts, to \`PUT /api/imports/{id}/file\`, and say that it is complete. Nothing is made before the import is started. At most ${importLimits.atOnce} imports of a workspace are open at a time; rows are kept for ${importLimits.days} days once it is over. One that nobody goes on with for ${importLimits.idleDays} days is cancelled; one of whose file a part is missing fails ${importLimits.partsMinutes} minutes after the last one came.`,
      body: newImport,
      example: { source: "bitly", fileName: "links.csv" },
      answer: { status: 201, is: answers.ImportAnswer },
      failures: [400, 403, 409],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const data = bodyOf(await addImport(services, actor, parseInput(newImport, request.body)));
      return reply.code(201).send({ success: true, message: "Import begun", data });
    },
  );

  partRoute(app, services, requireActor);
  importedVisitsRoute(app, services, requireActor);

  app.post(
    "/api/imports/:id/complete",
    documented({
      id: "completeImport",
      tag,
      summary: "Say that all parts of the file are there",
      description:
        "The rest of it is read. Once the import is `ready`, it says how many links will be made and what they lose; its rows say it one by one.",
      body: complete,
      example: { parts: 1 },
      answer: { status: 200, is: answers.ImportAnswer },
      failures: [400, 403, 404, 409],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const { parts } = parseInput(complete, request.body);
      const data = bodyOf(await completeFile(services, actor, idOf(request.params, "Import"), parts));
      return { success: true, message: "File complete", data };
    },
  );

  app.patch(
    "/api/imports/:id",
    documented({
      id: "updateImport",
      tag,
      summary: "Choose what columns of a file are read as, or name the import",
      description:
        "The uploaded file is read once more: `state` is `reading`, and then `ready`. Only one column can be the code, destination, title, tags or expiry.",
      body: importChange,
      example: { columns: { Shortened: "code", Internal: "ignore" } },
      answer: { status: 200, is: answers.ImportAnswer },
      failures: [400, 403, 404, 409],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const change = parseInput(importChange, request.body);
      const data = bodyOf(await changeImport(services, actor, idOf(request.params, "Import"), change));
      return { success: true, message: "Import changed", data };
    },
  );

  app.post(
    "/api/imports/:id/start",
    documented({
      id: "startImport",
      tag,
      summary: "Make the links of an import",
      description: "In the background, each by itself. What was imported before is left alone.",
      answer: { status: 200, is: answers.ImportAnswer },
      failures: [400, 403, 404, 409],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const data = bodyOf(await startImport(services, actor, idOf(request.params, "Import")));
      return { success: true, message: "Import started", data };
    },
  );

  app.post(
    "/api/imports/:id/cancel",
    documented({
      id: "cancelImport",
      tag,
      summary: "Stop an import",
      description:
        "The links that it has made stay, as do visits that have come. Nothing for one that is over and whose visits have come.",
      answer: { status: 200, is: answers.ImportAnswer },
      failures: [400, 403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const data = bodyOf(await cancelImport(services, actor, idOf(request.params, "Import")));
      return { success: true, message: "Import stopped", data };
    },
  );

  app.get(
    "/api/imports",
    documented({
      id: "listImports",
      tag,
      summary: "List imports, the latest first",
      description: `At most ${importLimits.listed} of the last ${importLimits.days} days.`,
      answer: { status: 200, is: answers.ImportsAnswer },
      failures: [403],
    }),
    async (request) => {
      const listed = await listImports(services, await requireActor(request));
      return { success: true, data: listed.map(bodyOf) };
    },
  );

  app.get(
    "/api/imports/:id",
    documented({
      id: "getImport",
      tag,
      summary: "One import, and how far it is",
      description: "Imports are forgotten some time after they are over; their links stay.",
      answer: { status: 200, is: answers.ImportAnswer },
      failures: [403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      return { success: true, data: bodyOf(await getImport(services, actor, idOf(request.params, "Import"))) };
    },
  );

  app.get(
    "/api/imports/:id/rows",
    documented({
      id: "listImportRows",
      tag,
      summary: "What becomes of an import's rows",
      description:
        "In the order of the file: all, those that lose something, those that are refused, or those that failed.",
      query: rowsQuery,
      answer: { status: 200, is: answers.ImportRowsAnswer },
      failures: [403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const { limit, after, only } = parseInput(rowsQuery, request.query);
      const page = { limit: limit + 1, after, only };
      const rows = await listImportRows(services, actor, idOf(request.params, "Import"), page);
      const shown = rows.slice(0, limit);
      const next = rows.length > limit ? (shown.at(-1)?.position ?? null) : null;
      return { success: true, data: shown.map(rowBody), next };
    },
  );
}

function bodyOf({ id, createdAt, endedAt, ...job }: LinkImport) {
  const { ownerId: _ownerId, ...shown } = job;
  return {
    _id: id,
    ...shown,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt && endedAt.toISOString(),
  };
}

function rowBody({ linkId, ...row }: ImportRow) {
  return { ...row, urlId: linkId };
}
