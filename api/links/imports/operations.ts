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
  description: "Links from other services: a dry run that lists all losses, then the import",
};

const nameText = "Name within which IDs of links are unique";
const newImport = input("CreateLinkImportInput", "A new import", {
  source: importSource.describe("Service that the links come from"),
  fileName: optionalText.describe("Name of the file, for display"),
  name: optionalText.describe(`${nameText}; the file's name or the source's host by default`),
  domain: optionalText.describe("Domain of links whose own domain is not yours; the domain of new links by default"),
  api: input("ImportApiInput", "Access to the API of a source", {
    address: optionalText.describe("URL of a self-hosted service; the public service by default"),
    key: z.string("Must be a text").describe("API key; stored encrypted until all is read, never returned"),
  })
    .nullish()
    .describe("Request the source page by page instead of uploading a file"),
});

const importChanges = input("UpdateLinkImportInput", "Changes to an import that is ready; null keeps a value", {
  columns: z
    .array(
      input("ColumnChoiceInput", "The chosen meaning of a column", {
        name: z.string().describe("Name of the column"),
        use: chosenUse.describe("Meaning of the column"),
      }),
    )
    .nullish()
    .describe("All choices; other columns are recognised by their names"),
  dates: dateOrder.nullish().describe("Which number of a date is the day"),
  name: z.string().nullish().describe(nameText),
});

const oneImport = one(linkImport, { name: "ImportAnswer", message: message.optional() });
const { query, mutation, restOnly, graphqlQuery, graphqlMutation, graphqlSubscription } = operationsOn<ImportServices>(
  importsTag,
  "Import",
);

/** The operations on imports, except uploads and progress. */
export const importFaces = facesOf([
  mutation({
    name: "createLinkImport",
    id: "createImport",
    rest: "POST /api/imports",
    creates: true,
    summary: "Create an import of links",
    description: `Then upload the file in parts to \`PUT /api/imports/{id}/file\`, and complete it. No link is created before the import is started. At most ${importLimits.atOnce} imports of a workspace can be open; rows are stored for ${importLimits.days} days after the end. An import without activity is cancelled after ${importLimits.idleDays} days; one with a missing part fails ${importLimits.partsMinutes} minutes after the last part.`,
    needs: ["groups:write", "links:write", "tags:write"],
    takes: { input: newImport },
    example: { source: "bitly", fileName: "links.csv" },
    answer: oneImport,
    message: "Import begun",
    failures: [400, 403, 409],
    run: (services, actor, given) => addImport(services, actor, given.input),
  }),
  mutation({
    name: "completeLinkImport",
    id: "completeImport",
    rest: "POST /api/imports/:id/complete",
    summary: "Confirm that all parts of the file are uploaded",
    description:
      "The rest of the file is read. Once the import is `ready`, it reports how many links it will create and what they lose.",
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
    summary: "Choose the meaning of columns, or name the import",
    description:
      "The uploaded file is read again: `state` is `reading`, then `ready`. Only one column can be the code, destination, title, tags or expiry.",
    needs: ["groups:write", "links:write", "tags:write"],
    takes: {
      id: recordId,
      columns: z
        .record(z.string(), chosenUse)
        .optional()
        .describe("All choices by column name; other columns are recognised by their names"),
      dates: dateOrder.optional().describe("Which number of a date such as 03/04/2024 is the day"),
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
    summary: "Choose the meaning of columns, or name the import",
    description: "The uploaded file is read again.",
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
    description: "Runs in the background. Links that were imported before are not changed.",
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
    message: "Import stopped",
    failures: [400, 403, 404],
    run: (services, actor, { id }) => cancelImport(services, actor, id),
  }),
  query({
    name: "linkImports",
    id: "listImports",
    rest: "GET /api/imports",
    summary: "List imports, latest first",
    description: `Returns at most ${importLimits.listed} imports of the last ${importLimits.days} days.`,
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
    summary: "Get an import with its progress",
    description: `Imports are deleted ${importLimits.days} days after they ended; their links remain.`,
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
    description: "Sorted as in the file.",
    needs: ["links:read"],
    takes: {
      id: recordId,
      limit: paging.limit,
      after: wholeNumber(0, 2_147_483_647).default(0).describe("Position after which the page begins"),
      only: rowFilter.default("all").describe("Rows to list"),
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
    description: "Sorted as in the file.",
    needs: ["links:read"],
    takes: {
      id: recordId,
      first: z.int().default(limits.listDefault),
      after: z.int().default(0).describe("Position after which the page begins"),
      only: rowFilter.default("all"),
    },
    answer: many(importRow),
    run: (services, actor, { id, first, after, only }) =>
      listImportRows(services, actor, id, { limit: requirePageSize(first), after, only }),
  }),
  graphqlSubscription({
    name: "linkImportProgress",
    summary: "Follow an import",
    description: "Sends its current state, then every change until it ends.",
    needs: ["links:read"],
    takes: { id: recordId },
    answer: oneImport,
    subscribe: (services, actor, { id }) => watchImport(services, actor, id),
  }),
  listVisitsOfLink,
]);
