import type { ChosenUse, ColumnUse, DateOrder } from "@hoplog/schema/imports/columns.js";
import { type ImportSource, importSourceNames, type LossKind } from "@hoplog/schema/imports/sources.js";
import { z } from "zod";
import { count, instant, recordId } from "../../kernel/contract/answerPieces.ts";
import { entity, part } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import { errorType, largeCount } from "../../kernel/contract/values.ts";
import type { ImportOutcome, ImportRow, ImportState, LinkImport, RowFilter, Verdict, VisitsState } from "./import.ts";

export const importSource = enumeration<ImportSource>(
  "ImportSource",
  "Service that links are imported from",
  importSourceNames,
);

const state = enumeration<ImportState>("ImportState", "State of an import", {
  reading: "The file is being received and read, or the source is being requested",
  ready: "Everything has been read, and nothing has been created yet",
  running: "Links are being created",
  done: "The import is complete",
  cancelled: "The import was cancelled; created links remain",
  failed: "The file or source could not be read",
});

const visitsState = enumeration<VisitsState>("ImportVisitsState", "State of the import of visits", {
  none: "There are no visits, or the links have not been created yet",
  running: "Visits are being imported",
  done: "All visits have been imported",
  failed: "The import of visits timed out",
  cancelled: "The import was cancelled; imported visits remain",
});

const lossKind = enumeration<LossKind>(
  "ImportLossKind",
  "Kind of a link's property that can't be imported completely",
  {
    password: "The password: the link is created inactive, until it gets a new password",
    restriction: "A restriction that can't be read or stored: the link is created inactive",
    column: "A column that was not recognised",
    code: "The short code, which is taken or not valid",
    domain: "The domain, which does not belong to the workspace",
    rules: "Rules that are not supported",
    options: "Options that are not supported",
    tags: "Invalid tags",
    text: "Part of a string: the end of a long string, invalid characters, or an external ID that is taken",
    group: "The group, whose name is missing or not valid",
    date: "A date that can't be read",
    visits: "Details of visits: only the number of visits is imported",
  },
);

const verdict = enumeration<Verdict>("ImportVerdict", "Planned result of a row, from the dry run", {
  create: "A link will be created from the row",
  exists: "The link was imported before",
  rejected: "The row can't be imported",
});

const outcome = enumeration<ImportOutcome>("ImportOutcome", "Actual result of a row", {
  done: "A link was created",
  unchanged: "The link already existed",
  failed: "The link could not be created",
});

export const rowFilter = enumeration<RowFilter>("ImportRowFilter", "Rows of an import to return", {
  all: "All rows",
  losses: "Rows with properties that can't be imported",
  rejected: "Rows that were rejected by the dry run",
  failed: "Rows whose link could not be created",
});

const chosen = {
  code: "The short code, or a short URL that contains it",
  destination: "The destination URL",
  title: "The name of the link",
  tags: "The tags of the link",
  expiry: "The expiry time",
  password: "Whether the link has a password; such a link is created inactive",
  state: "Whether the link is active",
  ignore: "The column is not imported, and not reported as a loss",
};
export const chosenUse = enumeration<ChosenUse>("ChosenColumnUse", "Use that can be chosen for a column", chosen);
const columnUse = enumeration<ColumnUse>("ImportColumnUse", "Use of a column", {
  ...chosen,
  link: "The short URL",
  domain: "The domain",
  id: "The ID of the link at the source",
  externalId: "The external ID of the link",
  note: "The note of the link",
  group: "The group of the link",
  createdAt: "The creation time",
  notBefore: "The start time",
  expiredUrl: "The destination after expiry",
  clickLimit: "The click limit",
  archived: "Whether the link is archived",
  favourite: "Whether the link is a favourite",
  clicks: "The number of clicks",
  redirectType: "The HTTP status of redirects",
  forwardQuery: "Whether query parameters of the visit are passed to the destination",
  indexing: "Whether search engines may index the link",
  rules: "The redirect rules and the split",
  preview: "The preview metadata",
  options: "Other options",
});

export const dateOrder = enumeration<DateOrder>("DateOrder", "Order of day and month in dates such as 03/04/2024", {
  dayFirst: "The first number is the day",
  monthFirst: "The second number is the day",
});

const column = part("ImportColumn", "A column of an imported file, or a field of its objects", {
  name: z.string().describe("Name of the column"),
  use: columnUse.nullable().describe("Use of the column; null if it was not recognised"),
  isChosen: z.boolean().describe("Whether a user chose the use"),
  filled: count.describe("Number of rows that have a value in the column"),
  closes: z
    .boolean()
    .describe(
      "Whether the column may contain a restriction that can't be imported; links with a value in the column are created inactive",
    ),
});

const lossCount = part("ImportLossCount", "Number of links with one kind of property that can't be imported", {
  kind: lossKind.describe("Kind of the property that can't be imported"),
  links: count.describe("Number of links"),
});

/** An import in REST and GraphQL. */
export const linkImport = entity<LinkImport>()({
  name: "LinkImport",
  description: "An import of links from another service, with its dry run",
  fields: {
    id: recordId.describe("ID of the import"),
    source: importSource.describe("Service from which the links are imported"),
    fileName: z.string().nullable().describe("Name of the file, as given by the caller; null for none"),
    name: z
      .string()
      .describe("Namespace of the IDs of links at the source; by default the name of the file, host or source"),
    columns: z.array(column).describe("Columns of the file, or fields of its objects, that have been read so far"),
    dates: dateOrder.nullable().describe("Chosen order of day and month in dates; null if none was chosen"),
    warnings: z.array(z.string()).describe("Warnings about the whole file or its columns"),
    state: state.describe("State of the import"),
    total: count.describe("Number of rows that were read"),
    toCreate: count.describe("Number of links that the import creates or has created"),
    existing: count.describe("Number of links that were imported before"),
    rejected: count.describe("Number of rows that can't be imported"),
    losses: z.array(lossCount).describe("Numbers of links with properties that can't be imported, by kind"),
    done: count.describe("Number of links that have been created"),
    failed: count.describe("Number of links that could not be created"),
    problem: z
      .string()
      .nullable()
      .describe("Reason why the file or source could not be read; null if there is no problem"),
    visitsState: visitsState.describe("State of the import of visits, which begins after the links are created"),
    visitsLinks: count.describe("Number of links whose visits are to be imported"),
    visitsDone: count.describe("Number of links whose visits have been imported"),
    visitsImported: largeCount.describe("Number of visits that have been imported"),
    visitsProblem: z
      .string()
      .nullable()
      .describe(
        "Reason why the import stopped requesting visits from the source; the remaining links get only totals. Null if it did not stop",
      ),
    createdAt: instant.describe("Creation time"),
    endedAt: instant.nullable().describe("Time when the import ended or was cancelled; null until then"),
  },
  computed: {},
});

const loss = part("ImportLoss", "A property of a link that can't be imported", {
  kind: lossKind.describe("Kind of the property that can't be imported"),
  message: z.string().describe("Explanation for users"),
});

/** A row of an import in REST and GraphQL. */
export const importRow = entity<ImportRow>()({
  name: "ImportRow",
  description: "A row of an import, with its planned and actual result",
  fields: {
    position: z.int().min(1).describe("Position of the row in the import, from 1"),
    row: z.int().min(1).describe("Number of the row in the file, from 1; a heading counts as a row"),
    name: z.string().describe("Name of the link"),
    originalUrl: z.string().describe("Destination URL"),
    shortUrl: z.string().nullable().describe("Short code; null if the link gets a generated one"),
    verdict: verdict.describe("Planned result of the row"),
    losses: z.array(loss).describe("Properties that can't be imported"),
    outcome: outcome
      .nullable()
      .describe(
        "Actual result of the row; null while it is pending, and if the import was cancelled before the row was reached",
      ),
    linkId: recordId
      .nullable()
      .describe("ID of the link that this or an earlier import created from the row; null if there is none"),
    error: part("ImportRowError", "Reason why a row could not be imported", {
      type: errorType.describe("Type of the error"),
      message: z.string().describe("Error message for users"),
    })
      .meta({ title: "ShortFailureReason" })
      .nullable()
      .describe("Reason why the row could not be imported; null if there is no error"),
  },
  computed: {},
  restNames: { linkId: "urlId" },
});
