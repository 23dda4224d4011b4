import { importLimits } from "@hoplog/schema/imports/limits.js";
import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { message, recordId } from "../../kernel/contract/answerPieces.ts";
import { requirePageSize } from "../../kernel/calls/cursor.ts";
import type { Tag } from "../../kernel/calls/operation.ts";
import { optionalText, paging, tooLong, wholeNumber } from "../../kernel/contract/parse.ts";
import { textMax } from "../../kernel/calls/jsonBounds.ts";
import { many, one, positionedPage, upToPosition } from "../../kernel/contract/answers.ts";
import { input } from "../../kernel/contract/entity.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { changeImport } from "./changeImport.ts";
import { addImport, cancelImport, completeFile, startImport } from "./commands.ts";
import { chosenUse, dateOrder, importRow, importSource, linkImport, rowFilter } from "./entities.ts";
import { getImport, listImportRows, listImports, watchImport } from "./queries.ts";
import type { ImportServices } from "./services.ts";
import { listVisitsOfLink } from "./visitsOfLink.ts";

/** Heading of the operations in the OpenAPI document. */
export const importsTag: Tag = {
  name: "Imports",
  description: "Imports of links from other services: a dry run that reports losses, then the import",
};

const nameText =
  "Namespace of the IDs of links at the source. Links with the same source, namespace and ID are imported only once";
const newImport = input("CreateLinkImportInput", "The source and settings of a new import", {
  source: importSource.describe("Service from which the links are imported"),
  fileName: optionalText.describe("Name of the file for display"),
  name: optionalText.describe(`${nameText}. The default is the name of the file or the host of the source`),
  domain: optionalText.describe(
    "Domain for links whose own domain does not belong to the workspace; by default the workspace's domain for new links",
  ),
  api: input("ImportApiInput", "Access to the API of the source", {
    address: optionalText.describe("URL of a self-hosted service; by default the public service"),
    key: z
      .string("Must be a string")
      .describe("API key of the source; stored encrypted until everything has been read, and never returned"),
  })
    .nullish()
    .describe("Access to the source's API, to read the links from it instead of an uploaded file"),
});

const importChanges = input(
  "UpdateLinkImportInput",
  "Changes to an import with the state ready; omitted and null fields keep their value",
  {
    columns: z
      .array(
        input("ColumnChoiceInput", "The chosen use of a column", {
          name: z.string().describe("Name of the column"),
          use: chosenUse.describe("Use of the column"),
        }),
      )
      .nullish()
      .describe("Chosen uses of columns, replacing all earlier choices; other columns are recognised by their names"),
    dates: dateOrder.nullish().describe("Order of day and month in dates such as 03/04/2024"),
    name: z.string().nullish().describe(nameText),
  },
);

const oneImport = one(linkImport, { name: "ImportAnswer", message: message.optional() });
const { query, mutation, restOnly, graphqlQuery, graphqlMutation, graphqlSubscription } = operationsOn<ImportServices>(
  importsTag,
  "Import",
);

/** The operations on imports, except uploads of files. */
export const importFaces = facesOf([
  mutation({
    name: "createLinkImport",
    id: "createImport",
    rest: "POST /api/imports",
    creates: true,
    summary: "Create an import of links",
    description: `The next steps are to upload the file in parts with \`PUT /api/imports/{id}/file\`, to complete it, and to start the import. Links are created only after the start. At most ${importLimits.atOnce} imports of a workspace can be open at a time. Rows are stored for ${importLimits.days} days after the import has ended. An import without activity is cancelled after ${importLimits.idleDays} days; an import with a missing part fails ${importLimits.partsMinutes} minutes after the last part.`,
    needs: ["groups:write", "links:write", "tags:write"],
    takes: { input: newImport },
    example: { source: "bitly", fileName: "links.csv" },
    answer: oneImport,
    message: "Import created",
    failures: [400, 403, 409],
    run: (services, actor, given) => addImport(services, actor, given.input),
  }),
  mutation({
    name: "completeLinkImport",
    id: "completeImport",
    rest: "POST /api/imports/:id/complete",
    summary: "Confirm that the file is uploaded completely",
    description:
      "Reads the rest of the file. When the `state` of the import is `ready`, the import contains the number of links to create and the kinds of properties that can't be imported.",
    needs: ["groups:write", "links:write", "tags:write"],
    takes: { id: recordId, parts: z.int("Must be a whole number").min(1).max(importLimits.partsMax) },
    example: { parts: 1 },
    answer: oneImport,
    message: "File complete",
    failures: [400, 403, 404, 409],
    run: (services, actor, { id, parts }) => completeFile(services, actor, id, parts),
  }),
  restOnly({
    id: "updateImport",
    rest: "PATCH /api/imports/:id",
    summary: "Change the column uses, date order or namespace of an import",
    description:
      "Only imports of files can be changed, while their state is `ready`. The file is read again: `state` becomes `reading`, then `ready`. Each of the uses `code`, `destination`, `title`, `tags` and `expiry` can be chosen for at most one column.",
    needs: ["groups:write", "links:write", "tags:write"],
    takes: {
      id: recordId,
      columns: z
        .record(z.string(), chosenUse)
        .optional()
        .describe(
          "Chosen uses by column name, replacing all earlier choices; other columns are recognised by their names",
        ),
      dates: dateOrder.optional().describe("Order of day and month in dates such as 03/04/2024"),
      name: z.string("Must be a string").max(textMax, tooLong).optional().describe(nameText),
    },
    example: { columns: { Shortened: "code", Internal: "ignore" } },
    answer: oneImport,
    message: "Import changed",
    failures: [400, 403, 404, 409],
    run: (services, actor, { id, ...change }) => changeImport(services, actor, id, change),
  }),
  graphqlMutation({
    name: "updateLinkImport",
    summary: "Change the column uses, date order or namespace of an import",
    description:
      "Only imports of files can be changed, while their state is `ready`. The file is read again: `state` becomes `reading`, then `ready`. Each of the uses `code`, `destination`, `title`, `tags` and `expiry` can be chosen for at most one column.",
    needs: ["groups:write", "links:write", "tags:write"],
    takes: { id: recordId, input: importChanges },
    answer: oneImport,
    run: (services, actor, { id, input: { columns, dates, name } }) =>
      changeImport(services, actor, id, {
        columns: columns ? Object.fromEntries(columns.map(({ name: column, use }) => [column, use])) : undefined,
        dates: dates ?? undefined,
        name: name ?? undefined,
      }),
  }),
  mutation({
    name: "startLinkImport",
    id: "startImport",
    rest: "POST /api/imports/:id/start",
    summary: "Start creating the links of an import",
    description: "Creates the links in the background. Links that were imported before are not changed.",
    needs: ["groups:write", "links:write", "tags:write"],
    takes: { id: recordId },
    answer: oneImport,
    message: "Import started",
    failures: [400, 403, 404, 409],
    run: (services, actor, { id }) => startImport(services, actor, id),
  }),
  mutation({
    name: "cancelLinkImport",
    id: "cancelImport",
    rest: "POST /api/imports/:id/cancel",
    summary: "Cancel an import",
    description: "Created links and imported visits remain. Has no effect on an import that has ended.",
    needs: ["links:write"],
    takes: { id: recordId },
    answer: oneImport,
    message: "Import cancelled",
    failures: [400, 403, 404],
    run: (services, actor, { id }) => cancelImport(services, actor, id),
  }),
  query({
    name: "linkImports",
    id: "listImports",
    rest: "GET /api/imports",
    summary: "List imports, newest first",
    description: `Returns at most ${importLimits.listed} imports from the last ${importLimits.days} days.`,
    needs: ["links:read"],
    takes: {},
    answer: many(linkImport, "ImportsAnswer"),
    weight: { length: importLimits.listed },
    failures: [403],
    run: listImports,
  }),
  query({
    name: "linkImport",
    id: "getImport",
    rest: "GET /api/imports/:id",
    summary: "Get an import and its progress",
    description: `Imports are deleted ${importLimits.days} days after they end; their links are not.`,
    needs: ["links:read"],
    takes: { id: recordId },
    answer: oneImport,
    failures: [403, 404],
    run: (services, actor, { id }) => getImport(services, actor, id),
  }),
  restOnly({
    id: "listImportRows",
    rest: "GET /api/imports/:id/rows",
    summary: "List the rows of an import",
    description: "Rows are sorted by their position in the file.",
    needs: ["links:read"],
    takes: {
      id: recordId,
      limit: paging.limit,
      after: wholeNumber(0, 2_147_483_647).default(0).describe("Return rows after this position"),
      only: rowFilter.default("all").describe("Rows to return: all, or rows with losses, rejections or failures"),
    },
    answer: positionedPage(importRow),
    failures: [403, 404],
    async run(services, actor, { id, limit, after, only }) {
      return upToPosition(await listImportRows(services, actor, id, { limit: limit + 1, after, only }), limit);
    },
  }),
  graphqlQuery({
    name: "linkImportRows",
    summary: "List the rows of an import",
    description: "Rows are sorted by their position in the file.",
    needs: ["links:read"],
    takes: {
      id: recordId,
      first: z.int().default(limits.listDefault),
      after: z.int().default(0).describe("Return rows after this position"),
      only: rowFilter.default("all"),
    },
    answer: many(importRow),
    run: (services, actor, { id, first, after, only }) =>
      listImportRows(services, actor, id, { limit: requirePageSize(first), after, only }),
  }),
  graphqlSubscription({
    name: "linkImportProgress",
    summary: "Watch the progress of an import",
    description: "Sends the current state of the import, then each change until the import ends.",
    needs: ["links:read"],
    takes: { id: recordId },
    answer: oneImport,
    subscribe: (services, actor, { id }) => watchImport(services, actor, id),
  }),
  listVisitsOfLink,
]);
