import { limits } from "@hoplog/schema/limits.js";
import { count, recordId } from "../../kernel/contract/answerPieces.ts";
import { paging } from "../../kernel/contract/parse.ts";
import { confirmation, many, one, value } from "../../kernel/contract/answers.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { dateOrMoment } from "../../kernel/contract/values.ts";
import { createClickExport, deleteClickExport, updateClickExport } from "./commands.ts";
import { clickExport, clickExportChanges, exportContent, exportedFile, newClickExport, trial } from "./entities.ts";
import { exportClickRange } from "./exportClickRange.ts";
import { listClickExports, listExportedFiles } from "./queries.ts";
import { tryExport, type ClickExportServices } from "./tryExport.ts";

const oneExport = one(clickExport);
const { query, mutation } = operationsOn<ClickExportServices>(
  {
    name: "Exports of clicks",
    description: "Clicks as hourly or daily Parquet files in your own S3-compatible storage",
  },
  "Export",
);

/** The operations on exports and their files. */
export const clickExportFaces = facesOf([
  mutation({
    name: "createClickExport",
    id: "createExport",
    rest: "POST /api/exports",
    creates: true,
    summary: "Create an export of clicks",
    description:
      "After each hour or day (UTC), writes its clicks to one Parquet file in an S3-compatible bucket; the key of the file contains the period. With `conversions`, conversions reported in the period are written to another file. The secret access key is never returned.",
    needs: ["clickExports:write"],
    takes: { input: newClickExport },
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
    answer: oneExport,
    message: "Export created",
    failures: [400, 403, 409],
    run: (services, actor, { input }) => createClickExport(services, actor, input),
  }),
  query({
    name: "clickExports",
    id: "listExports",
    rest: "GET /api/exports",
    summary: "List exports of clicks",
    description: "Returns all exports, oldest first, with the numbers of written and waiting files, without secrets.",
    needs: ["clickExports:read"],
    takes: {},
    answer: many(clickExport),
    weight: { length: limits.clickExportsMax },
    failures: [403],
    run: listClickExports,
  }),
  mutation({
    name: "updateClickExport",
    id: "updateExport",
    rest: "PATCH /api/exports/:id",
    summary: "Change an export",
    description:
      "Omitted fields keep their value. A new access key ID requires its secret. To use another bucket, create another export.",
    needs: ["clickExports:write"],
    takes: { id: recordId, input: clickExportChanges },
    conditional: true,
    example: { enabled: false },
    answer: oneExport,
    message: "Export updated",
    failures: [400, 403, 404],
    run: (services, actor, { id, input }) => updateClickExport(services, actor, id, input),
  }),
  mutation({
    name: "deleteClickExport",
    id: "deleteExport",
    rest: "DELETE /api/exports/:id",
    summary: "Delete an export",
    description: "Deletes the settings and the secret. Files in the bucket are not deleted.",
    needs: ["clickExports:write"],
    takes: { id: recordId },
    conditional: true,
    answer: confirmation,
    message: "Export deleted",
    failures: [403, 404],
    run: (services, actor, { id }) => deleteClickExport(services, actor, id),
  }),
  mutation({
    name: "tryClickExport",
    id: "tryExport",
    rest: "POST /api/exports/:id/try",
    summary: "Test an export",
    description: "Writes a small object to the bucket and deletes it. If that fails, `problem` contains the reason.",
    needs: ["clickExports:write"],
    takes: { id: recordId },
    answer: one(trial, { message: null }),
    weight: { cost: 10 },
    failures: [403, 404],
    run: (services, actor, { id }) => tryExport(services, actor, id),
  }),
  query({
    name: "exportedFiles",
    id: "listExportFiles",
    rest: "GET /api/exports/:id/files",
    summary: "List the files of an export",
    description: "Returns the latest periods first, including files that wait to be written.",
    needs: ["clickExports:read"],
    takes: {
      id: recordId,
      before: dateOrMoment
        .optional()
        .describe("Only periods that begin before this time; pass the last `startAt` of the previous page"),
      limit: paging.limit.describe(`Maximum number of files, at most ${limits.listMax}`),
      content: exportContent.default("clicks").describe("Content of the files"),
    },
    answer: many(exportedFile),
    failures: [403, 404],
    run: (services, actor, { id, ...page }) => listExportedFiles(services, actor, id, page),
  }),
  mutation({
    name: "exportClickRange",
    id: "writeExportRange",
    rest: "POST /api/exports/:id/range",
    summary: "Write the files of a time range",
    description: `Schedules the files of all complete periods in the range, and replaces existing files. The range can contain at most ${limits.clickExportRangeMax} complete periods. Returns the number of files; periods before the first data have no file.`,
    needs: ["clickExports:write"],
    takes: {
      id: recordId,
      from: dateOrMoment.describe("Start of the range; the period that contains this time is included"),
      to: dateOrMoment.describe("End of the range (exclusive)"),
    },
    example: { from: "2026-01-01", to: "2026-02-01" },
    answer: value("ExportRangeAnswer", "files", count),
    message: "The files will be written.",
    failures: [400, 403, 404],
    run: (services, actor, { id, ...range }) => exportClickRange(services, actor, id, range),
  }),
]);
