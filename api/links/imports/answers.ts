import { columnUses, dateOrders } from "@hoplog/schema/imports/columns.js";
import { importSources, lossKinds } from "@hoplog/schema/imports/sources.js";
import { z } from "zod";
import { answer, count, instant, message, recordId, shortReason } from "../../kernel/calls/answers.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";
import { importOutcomes, importStates, verdicts, visitsStates } from "./import.ts";

const column = z.object({
  name: z.string(),
  use: z.enum(columnUses).nullable().describe("What it is read as; null: nothing reads it"),
  isChosen: z.boolean().describe("Its use was chosen, not recognised by its name"),
  filled: count.describe("Rows in which it is filled"),
  closes: z
    .boolean()
    .describe("Nothing reads it, and it may restrict links: they are created switched off where it is filled"),
});

const linkImport = z.object({
  _id: recordId,
  source: z.enum(importSources),
  fileName: z.string().nullable(),
  name: z.string().describe("The file, host or source unless another was given: ids of links are unique within it"),
  columns: z.array(column).describe("Columns of the file, or fields of its objects, as far as it is read"),
  dates: z
    .enum(dateOrders)
    .nullable()
    .describe("Which number of a date such as 03/04/2024 is the day; null: not chosen"),
  warnings: z.array(z.string()).describe("What is odd about the file or its columns as a whole"),
  state: z.enum(importStates),
  total: count.describe("Rows that were read"),
  toCreate: count.describe("Links that are made, or were"),
  existing: count.describe("Links that an import has made before"),
  rejected: count.describe("Rows of which nothing can be made"),
  losses: z.array(z.object({ kind: z.enum(lossKinds), links: count })).describe("How many links lose what"),
  done: count,
  failed: count,
  problem: z.string().nullable().describe("Why its file can't be read"),
  visitsState: z.enum(visitsStates).describe("How far the visits of its links are, which come once the links are made"),
  visitsLinks: count.describe("Links whose visits come along"),
  visitsDone: count.describe("Of them, those that have theirs"),
  visitsImported: count.describe("Visits that have come"),
  visitsProblem: z.string().nullable().describe("Why the source is not asked any more: the rest come as numbers alone"),
  createdAt: instant,
  endedAt: instant.nullable(),
});

const visitCounts = z.array(z.object({ _id: z.string(), count }).meta({ title: "CountedVisits" }));
const importedVisits = z.object({
  source: z.enum(importSources).describe("Who counted them"),
  total: count,
  bots: count.describe("Those that the source took for bots"),
  undated: count.describe("Those of which no more is known than how many they are"),
  firstAt: instant.nullable(),
  lastAt: instant.nullable(),
  months: visitCounts.describe("Months of UTC, as 2026-11"),
  countries: visitCounts.describe("ISO 3166-1; of this and the following lists the first ten"),
  referrers: visitCounts,
  browsers: visitCounts,
  devices: visitCounts,
});

const row = z.object({
  position: z.int().min(1),
  row: z.int().min(1).describe("In the file; the heading is one too"),
  name: z.string(),
  originalUrl: z.string(),
  shortUrl: z.string().nullable().describe("Null: the link gets a new one"),
  verdict: z.enum(verdicts),
  losses: z.array(z.object({ kind: z.enum(lossKinds), message: z.string() })),
  outcome: z.enum(importOutcomes).nullable().describe("Null: not yet; of an import that is over: never"),
  urlId: recordId.nullable(),
  error: shortReason.nullable(),
});

export const importAnswers = {
  ImportAnswer: answer({ message: message.optional(), data: linkImport }),
  ImportsAnswer: answer({ data: z.array(linkImport) }),
  ImportPartAnswer: answer({ message }),
  ImportedVisitsAnswer: answer({ data: z.array(importedVisits) }),
  ImportRowsAnswer: answer({
    data: z.array(row),
    next: count.nullable().describe("What `after` is for the next page; null: there is none"),
  }),
} satisfies Answers;

export const importsTag: Tag = {
  name: "Imports",
  description: "Links of other services, from their files: a dry run with what will be lost, and then the links",
};
