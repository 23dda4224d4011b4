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

const state = enumeration<ImportState>("ImportState", "Progress of an import", {
  reading: "Receiving and reading the file, or requesting the source",
  ready: "Read completely; nothing is created yet",
  running: "Creating links",
  done: "Finished",
  cancelled: "Cancelled; created links remain",
  failed: "The source cannot be read",
});

const visitsState = enumeration<VisitsState>("ImportVisitsState", "Progress of importing visits", {
  none: "No visits, or the links are not created yet",
  running: "Importing visits",
  done: "Finished",
  failed: "Timed out",
  cancelled: "Cancelled; imported visits remain",
});

const lossKind = enumeration<LossKind>("ImportLossKind", "Property of a link that cannot be imported", {
  password: "The password: the link is inactive until it gets a new one",
  restriction: "A restriction that cannot be read or stored: the link is inactive",
  column: "An unrecognised column",
  code: "The code: it is taken or invalid here",
  domain: "The domain: it does not belong to the workspace",
  rules: "Rules that are not supported",
  options: "Options that are not supported",
  tags: "Invalid tags",
  text: "The end of a text that is too long",
  group: "The group",
  date: "A date that cannot be read",
  visits: "Details of visits; only their number is imported",
});

const verdict = enumeration<Verdict>("ImportVerdict", "Planned result of a row", {
  create: "A link will be created",
  exists: "The link was imported before",
  rejected: "No link can be created",
});

const outcome = enumeration<ImportOutcome>("ImportOutcome", "Result of a row", {
  done: "A link was created",
  unchanged: "The link existed",
  failed: "No link could be created",
});

export const rowFilter = enumeration<RowFilter>("ImportRowFilter", "Rows to list", {
  all: "All rows",
  losses: "Rows that lose something",
  rejected: "Rows that cannot be imported",
  failed: "Rows that could not be imported",
});

const chosen = {
  code: "The code, or a short URL that contains it",
  destination: "The destination",
  title: "The name",
  tags: "The tags",
  expiry: "The expiry time",
  password: "Whether there is a password: such a link is created inactive",
  state: "Whether the link is active",
  ignore: "Nothing; the column is not reported as lost",
};
export const chosenUse = enumeration<ChosenUse>("ChosenColumnUse", "Meaning that can be chosen for a column", chosen);
const columnUse = enumeration<ColumnUse>("ImportColumnUse", "Meaning of a column", {
  ...chosen,
  link: "The short URL",
  domain: "The domain",
  id: "The ID at the source",
  externalId: "The external ID",
  note: "The note",
  group: "The group",
  createdAt: "The creation time",
  notBefore: "The start time",
  expiredUrl: "The destination after expiry",
  clickLimit: "The click limit",
  archived: "Whether the link is archived",
  favourite: "Whether the link is a favourite",
  clicks: "The number of clicks",
  redirectType: "The redirect status",
  forwardQuery: "Whether query parameters are passed to the destination",
  indexing: "Whether search engines may list the link",
  rules: "Rules and split",
  preview: "The preview",
  options: "Further options",
});

export const dateOrder = enumeration<DateOrder>("DateOrder", "Which number of a date such as 03/04/2024 is the day", {
  dayFirst: "The first number",
  monthFirst: "The second number",
});

const column = part("ImportColumn", "A column of an imported file, or a field of its objects", {
  name: z.string().describe("Name of the column"),
  use: columnUse.nullable().describe("Meaning of the column; null if it is not recognised"),
  isChosen: z.boolean().describe("Whether a user chose the meaning"),
  filled: count.describe("Number of rows with a value"),
  closes: z.boolean().describe("Whether the column may restrict links: they are created inactive if it has a value"),
});

const lossCount = part("ImportLossCount", "Number of links that lose one kind of property", {
  kind: lossKind.describe("Kind of the property"),
  links: count.describe("Number of links"),
});

/** An import as clients see it. */
export const linkImport = entity<LinkImport>()({
  name: "LinkImport",
  description: "An import of links from another service",
  fields: {
    id: recordId.describe("ID of the import"),
    source: importSource.describe("Service that the links come from"),
    fileName: z.string().nullable().describe("Given name of the file"),
    name: z.string().describe("Name within which IDs of links are unique; the file, host or source by default"),
    columns: z.array(column).describe("Columns of the file, or fields of its objects, as far as it is read"),
    dates: dateOrder.nullable().describe("Chosen order of day and month; null if none was chosen"),
    warnings: z.array(z.string()).describe("Oddities of the whole file or its columns"),
    state: state.describe("Progress"),
    total: count.describe("Number of rows that were read"),
    toCreate: count.describe("Number of links to create, or created"),
    existing: count.describe("Number of links that were imported before"),
    rejected: count.describe("Number of rows that cannot be imported"),
    losses: z.array(lossCount).describe("Number of links that lose each kind of property"),
    done: count.describe("Number of created links"),
    failed: count.describe("Number of links that could not be created"),
    problem: z.string().nullable().describe("Why the source cannot be read"),
    visitsState: visitsState.describe("Progress of importing visits, which begins after the links are created"),
    visitsLinks: count.describe("Number of links with visits"),
    visitsDone: count.describe("Number of these links whose visits are imported"),
    visitsImported: largeCount.describe("Number of imported visits"),
    visitsProblem: z
      .string()
      .nullable()
      .describe("Why the source is no longer requested: the rest are imported as totals"),
    createdAt: instant.describe("Creation time"),
    endedAt: instant.nullable().describe("Completion time"),
  },
  computed: {},
});

const loss = part("ImportLoss", "A property of a link that cannot be imported", {
  kind: lossKind.describe("Kind of the property"),
  message: z.string().describe("Message for users"),
});

/** A row of an import as clients see it. */
export const importRow = entity<ImportRow>()({
  name: "ImportRow",
  description: "A row of an import, with its planned and its actual result",
  fields: {
    position: z.int().min(1).describe("Position in the import, from 1"),
    row: z.int().min(1).describe("Row of the file; the heading counts"),
    name: z.string().describe("Name of the link"),
    originalUrl: z.string().describe("Destination"),
    shortUrl: z.string().nullable().describe("Code; null if the link gets a generated one"),
    verdict: verdict.describe("Planned result"),
    losses: z.array(loss).describe("Properties that cannot be imported"),
    outcome: outcome.nullable().describe("Result; null while pending, and for good if the import was cancelled before"),
    linkId: recordId.nullable().describe("ID of the created link"),
    error: part("ImportRowError", "Why a row could not be imported", {
      type: errorType.describe("Type of the error"),
      message: z.string().describe("Message for users"),
    })
      .meta({ title: "ShortFailureReason" })
      .nullable()
      .describe("Why the row could not be imported"),
  },
  computed: {},
  restNames: { linkId: "urlId" },
});
