import { limits } from "@hoplog/schema/limits.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { done } from "../../kernel/calls/answers.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { idOf, instantQuery, parseInput, paging, text, textOrEmpty } from "../../kernel/calls/parse.ts";
import { clickExportAnswers, clickExportsTag as tag } from "./answers.ts";
import { createClickExport, deleteClickExport, updateClickExport } from "./commands.ts";
import { exportClickRange } from "./exportClickRange.ts";
import { exportContents } from "./contents.ts";
import { exportCadences } from "./period.ts";
import { type ClickExport, listClickExports, listExportedFiles } from "./queries.ts";
import type { ClickExportServices } from "./services.ts";
import { tryExport } from "./tryExport.ts";

const yesNo = z.boolean("Must be true or false");

export const newClickExportBody = z.object({
  name: text,
  endpoint: text,
  region: textOrEmpty.transform((region) => region || "us-east-1"),
  bucket: text,
  prefix: textOrEmpty,
  pathStyle: yesNo.default(true),
  accessKeyId: text,
  secret: text,
  cadence: z.enum(exportCadences, `Must be one of ${exportCadences.join(", ")}`).default("daily"),
  from: instantQuery.nullish(),
  bots: yesNo.default(false),
  conversions: yesNo.default(false),
});
export const clickExportChangeBody = z.object({
  name: z.string("Must be a text").nullish(),
  enabled: yesNo.nullish(),
  conversions: yesNo.nullish(),
  accessKeyId: z.string("Must be a text").nullish(),
  secret: z.string("Must be a text").nullish(),
});
export const exportRangeBody = z.object({ from: instantQuery, to: instantQuery });
export const exportedFilesQuery = z.object({
  before: instantQuery.optional(),
  limit: paging.limit,
  content: z.enum(exportContents).default("clicks"),
});

export function clickExportRoutes(
  app: FastifyInstance,
  services: ClickExportServices,
  requireActor: RequireActor,
): void {
  app.post(
    "/api/exports",
    documented({
      id: "createExport",
      tag,
      summary: "Export clicks to a bucket",
      description:
        "Each hour or day of UTC that is over becomes one Parquet file, under a key that says which; with `conversions` those that were reported in it become another. The secret can't be read again.",
      body: newClickExportBody,
      example: {
        name: "Warehouse",
        endpoint: "https://s3.eu-central-1.amazonaws.com",
        region: "eu-central-1",
        bucket: "our-clicks",
        prefix: "hoplog",
        accessKeyId: "AKIAIOSFODNN7EXAMPLE",
        secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        cadence: "daily",
        from: "2026-01-01",
      },
      answer: { status: 201, is: clickExportAnswers.ClickExportAnswer },
      failures: [400, 403, 409],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const made = await createClickExport(services, actor, parseInput(newClickExportBody, request.body));
      return reply.code(201).send({ success: true, message: "Export created successfully!", data: exportBody(made) });
    },
  );

  app.get(
    "/api/exports",
    documented({
      id: "listExports",
      tag,
      summary: "List exports of clicks, oldest first",
      description: "With how many files were written and wait. Secrets are not shown.",
      answer: { status: 200, is: clickExportAnswers.ClickExportsAnswer },
      failures: [403],
    }),
    async (request) => {
      const exports = await listClickExports(services, await requireActor(request));
      return { success: true, data: exports.map(exportBody) };
    },
  );

  app.patch(
    "/api/exports/:id",
    documented({
      id: "updateExport",
      tag,
      conditional: true,
      summary: "Change an export's name or key, what it writes, or switch it on or off",
      description:
        "What is left out stays. A new access key id needs its secret. To write elsewhere, set up another export.",
      body: clickExportChangeBody,
      example: { enabled: false },
      answer: { status: 200, is: clickExportAnswers.ClickExportAnswer },
      failures: [400, 403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const change = parseInput(clickExportChangeBody, request.body);
      const changed = await updateClickExport(services, actor, idOf(request.params, "Export"), change);
      return { success: true, message: "Export updated successfully!", data: exportBody(changed) };
    },
  );

  app.delete(
    "/api/exports/:id",
    documented({
      id: "deleteExport",
      tag,
      conditional: true,
      summary: "End an export",
      description: "Its settings and its secret are removed. What is in the bucket stays there.",
      answer: done,
      failures: [403, 404],
    }),
    async (request) => {
      await deleteClickExport(services, await requireActor(request), idOf(request.params, "Export"));
      return { success: true, message: "Export deleted successfully!" };
    },
  );

  app.post(
    "/api/exports/:id/try",
    documented({
      id: "tryExport",
      tag,
      summary: "Try whether files can be written",
      description: "Writes a small object into the bucket and removes it; `problem` says what has failed.",
      answer: { status: 200, is: clickExportAnswers.ClickExportTrialAnswer },
      failures: [403, 404],
    }),
    async (request) => ({
      success: true,
      data: await tryExport(services, await requireActor(request), idOf(request.params, "Export")),
    }),
  );

  app.get(
    "/api/exports/:id/files",
    documented({
      id: "listExportFiles",
      tag,
      summary: "List the files of an export, the latest period first",
      description: `With what was written and what is to be. \`before\` goes on from the last \`startAt\`; at most ${limits.listMax} at a time.`,
      query: exportedFilesQuery,
      answer: { status: 200, is: clickExportAnswers.ExportedFilesAnswer },
      failures: [403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const page = parseInput(exportedFilesQuery, request.query);
      return { success: true, data: await listExportedFiles(services, actor, idOf(request.params, "Export"), page) };
    },
  );

  app.post(
    "/api/exports/:id/range",
    documented({
      id: "writeExportRange",
      tag,
      summary: "Write the files of a range now",
      description: `Those of periods that are over; those that are in the bucket are written again under the same keys. At most ${limits.clickExportRangeMax} at a time.`,
      body: exportRangeBody,
      example: { from: "2026-01-01", to: "2026-02-01" },
      answer: { status: 200, is: clickExportAnswers.ExportRangeAnswer },
      failures: [400, 403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const range = parseInput(exportRangeBody, request.body);
      const files = await exportClickRange(services, actor, idOf(request.params, "Export"), range);
      return { success: true, message: "The files will be written.", data: { files } };
    },
  );
}

function exportBody({ id, ...rest }: ClickExport) {
  return { _id: id, ...rest };
}
