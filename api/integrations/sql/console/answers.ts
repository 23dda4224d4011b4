import { z } from "zod";
import { answer, count } from "../../../kernel/calls/answers.ts";
import type { Answers, Tag } from "../../../kernel/calls/operation.ts";

const column = z.object({ name: z.string(), type: z.string().describe("As ClickHouse calls it") });

const bounds = z.object({
  seconds: count.describe("A query may take so long, unless SETTINGS max_execution_time says otherwise"),
  secondsMax: count.describe("The most that SETTINGS max_execution_time may say"),
  memoryBytes: count,
  rowsRead: count,
  resultRows: count.describe("Of a file"),
  queriesInHour: count,
  secondsInHour: count,
  shownRows: count.describe("Of a table"),
  shownBytes: count.describe("Of a table"),
  textMax: count.describe("Characters of a query"),
});

export const consoleAnswers = {
  SqlConsoleAnswer: answer({
    data: z.object({
      available: z.boolean().describe("False where this installation has no console, or is making it just now"),
      views: z.array(
        z.object({
          name: z.string(),
          comment: z.string(),
          columns: z.array(z.object({ ...column.shape, comment: z.string() })),
        }),
      ),
      limits: bounds,
    }),
  }),
  SqlResultAnswer: answer({
    data: z.object({
      columns: z.array(column),
      rows: z
        .array(z.array(z.unknown()))
        .describe("A value for each column; whole numbers that JSON can't hold are texts"),
      truncated: z.boolean().describe("There are more rows than are shown"),
      rowsRead: count,
      seconds: z.number().describe("What the query took in ClickHouse"),
    }),
  }),
} satisfies Answers;

export const sqlTag: Tag = {
  name: "SQL",
  description: "Queries of an account's clicks, links and groups in SQL, and saved queries",
};
