import { consoleLimits, shownBytesMax, shownRowsMax } from "@hoplog/schema/analysts.js";
import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { count, etag, instant, message, recordId } from "../../../kernel/contract/answerPieces.ts";
import { authorizeOwn } from "../../../kernel/access/authorize.ts";
import type { Tag } from "../../../kernel/calls/operation.ts";
import { optionalText, text } from "../../../kernel/contract/parse.ts";
import { confirmation, data, many, one } from "../../../kernel/contract/answers.ts";
import { entity, input } from "../../../kernel/contract/entity.ts";
import { facesOf, operationsOn } from "../../../kernel/contract/operations.ts";
import {
  updateSavedText,
  deleteSavedText,
  createSavedText,
  type SavedText,
  listSavedTexts,
} from "../../../links/views/savedTexts.ts";
import { describeConsole } from "./describe.ts";
import { killOnce } from "./ending.ts";
import { runningQuery, waitUntilReleased } from "./places.ts";
import { savedQueries } from "./savedQueries.ts";
import type { ConsoleServices } from "./run.ts";

/** OpenAPI tag of all calls about SQL. */
export const sqlTag: Tag = {
  name: "SQL",
  description: "SQL queries on a workspace's clicks, links and groups; saved queries",
};

/** A column of a view, or of a result. */
export const resultColumn = z.object({ name: z.string(), type: z.string().describe("ClickHouse type of the column") });

const bounds = z.object({
  seconds: count.describe("Default maximum duration of a query in seconds"),
  secondsMax: count.describe("Highest value that a query can set with SETTINGS max_execution_time, in seconds"),
  memoryBytes: count,
  rowsRead: count,
  resultRows: count.describe("Maximum number of rows in a result that is returned as a file"),
  queriesInHour: count,
  secondsInHour: count,
  shownRows: count.describe("Maximum number of rows in a result with format `table`"),
  shownBytes: count.describe("Maximum size in bytes of a result with format `table`"),
  textMax: count.describe("Maximum length of a query in characters"),
});

const consoleAnswer = z.object({
  available: z
    .boolean()
    .describe("Whether the SQL console can be used; false if this installation has none, or is still setting it up"),
  views: z.array(
    z.object({
      name: z.string(),
      comment: z.string(),
      columns: z.array(z.object({ ...resultColumn.shape, comment: z.string() })),
    }),
  ),
  limits: bounds,
});

/** How long to wait for the end of a cancelled query: the API process that runs it polls every two seconds. */
const endingMs = 4000;

const savedQuery = entity<SavedText>()({
  name: "SavedQuery",
  description: "A query that the workspace saved for the SQL console",
  fields: {
    id: recordId.describe("ID of the saved query"),
    name: z.string().describe("Name, which is unique in the workspace"),
    text: z.string().describe("SQL text of the query"),
    createdAt: instant.describe("Creation time"),
    updatedAt: instant.describe("Time of the last change"),
    etag,
  },
  computed: {},
  weights: { text: { text: 20 } },
});

const name = `Name, which is unique in the workspace, at most ${limits.savedQueryNameMax} characters`;
const sql = `SQL text of the query, at most ${limits.sqlTextMax} characters`;
const changes = input("SavedQueryInput", "Changes to a saved query; omitted fields keep their value", {
  name: optionalText.describe(name),
  text: optionalText.describe(sql),
});

const saved = one(savedQuery, { message: message.optional() });
const { query, mutation, restOnly } = operationsOn<ConsoleServices>(sqlTag, "Query");

/** The operations on the SQL console, except running a query, which can return a file. */
export const consoleFaces = facesOf<ConsoleServices>([
  restOnly({
    id: "describeSql",
    rest: "GET /api/sql",
    summary: "Get tables and limits of the SQL console",
    description: "Returns the views with their columns. The views contain only rows of the workspace.",
    needs: ["sql:run"],
    takes: {},
    answer: data("SqlConsoleAnswer", consoleAnswer),
    failures: [],
    async run(services, actor) {
      const views = await describeConsole(services, actor);
      const shown = { shownRows: shownRowsMax, shownBytes: shownBytesMax, textMax: limits.sqlTextMax };
      return { available: views !== null, views: views ?? [], limits: { ...consoleLimits, ...shown } };
    },
  }),
  restOnly({
    id: "cancelSql",
    rest: "DELETE /api/sql",
    summary: "Cancel the running query",
    description:
      "Cancels the query that the workspace is running; does nothing if there is none. Most queries have ended when the call returns. Until the cancelled query has ended, new queries are rejected with RATE_LIMIT_ERROR.",
    needs: ["sql:run"],
    takes: {},
    answer: confirmation,
    failures: [403],
    async run(services, actor) {
      const ownerId = authorizeOwn(actor, "sql:run");
      const queryId = await runningQuery(services, ownerId);
      if (queryId === null || !services.sqlConsole) return;
      await killOnce({ ...services, ending: services.sqlConsole }, { queryId });
      await waitUntilReleased(services, { queryId }, endingMs);
    },
  }),
  query({
    name: "savedQueries",
    id: "listSavedQueries",
    rest: "GET /api/sql/queries",
    summary: "List saved queries",
    description: "Returns all saved queries, sorted by name, without pagination.",
    needs: ["queries:read"],
    takes: {},
    answer: many(savedQuery, "SavedQueriesAnswer"),
    weight: { length: limits.savedQueriesMax / 4 },
    failures: [],
    run: (services, actor) => listSavedTexts(savedQueries, services, actor),
  }),
  mutation({
    name: "createSavedQuery",
    rest: "POST /api/sql/queries",
    creates: true,
    summary: "Save a query",
    description: "Stores the query without checking it.",
    needs: ["queries:write"],
    takes: { name: text.describe(name), text: text.describe(sql) },
    example: { name: "Clicks by day", text: "SELECT day, sum(clicks) AS clicks FROM daily GROUP BY day" },
    answer: saved,
    message: "Query saved",
    failures: [400, 409],
    run: (services, actor, given) => createSavedText(savedQueries, services, actor, given),
  }),
  mutation({
    name: "updateSavedQuery",
    rest: "PATCH /api/sql/queries/:id",
    summary: "Change a saved query",
    description: "Provide at least one field; omitted fields keep their value.",
    needs: ["queries:write"],
    takes: { id: recordId, input: changes },
    conditional: true,
    example: { name: "Clicks of each day" },
    answer: saved,
    message: "Query saved",
    failures: [400, 404, 409],
    run: (services, actor, given) => updateSavedText(savedQueries, services, actor, given.id, given.input),
  }),
  mutation({
    name: "deleteSavedQuery",
    rest: "DELETE /api/sql/queries/:id",
    summary: "Delete a saved query",
    description: "This cannot be undone.",
    needs: ["queries:write"],
    takes: { id: recordId },
    conditional: true,
    answer: confirmation,
    message: "Query deleted",
    failures: [400, 404],
    run: (services, actor, { id }) => deleteSavedText(savedQueries, services, actor, id),
  }),
]);
