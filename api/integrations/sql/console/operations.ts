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
import { changeKept, deleteKept, keep, type KeptText, listKept } from "../../../links/views/keptTexts.ts";
import { describeConsole } from "./describe.ts";
import { killOnce } from "./ending.ts";
import { runningQuery, waitUntilLeft } from "./places.ts";
import { savedQueries } from "./savedQueries.ts";
import type { ConsoleServices } from "./run.ts";

/** OpenAPI tag of all calls about SQL. */
export const sqlTag: Tag = {
  name: "SQL",
  description: "Queries of an account's clicks, links and groups in SQL, and saved queries",
};

/** A column of a view, or of a result. */
export const resultColumn = z.object({ name: z.string(), type: z.string().describe("Type in ClickHouse") });

const bounds = z.object({
  seconds: count.describe("Longest duration of a query, unless SETTINGS max_execution_time sets another"),
  secondsMax: count.describe("Largest value of SETTINGS max_execution_time"),
  memoryBytes: count,
  rowsRead: count,
  resultRows: count.describe("Rows of a file"),
  queriesInHour: count,
  secondsInHour: count,
  shownRows: count.describe("Rows of a table"),
  shownBytes: count.describe("Bytes of a table"),
  textMax: count.describe("Characters of a query"),
});

const consoleAnswer = z.object({
  available: z.boolean().describe("False if this installation has no console, or has not finished its setup"),
  views: z.array(
    z.object({
      name: z.string(),
      comment: z.string(),
      columns: z.array(z.object({ ...resultColumn.shape, comment: z.string() })),
    }),
  ),
  limits: bounds,
});

/** How long to wait for a cancelled query: the API that runs it polls every two seconds. */
const endingMs = 4000;

const savedQuery = entity<KeptText>()({
  name: "SavedQuery",
  description: "A query that a workspace saved for the SQL console",
  fields: {
    id: recordId.describe("ID of the query"),
    name: z.string().describe("Unique name in the workspace"),
    text: z.string().describe("Query in SQL"),
    createdAt: instant.describe("Creation time"),
    updatedAt: instant.describe("Time of the last change"),
    etag,
  },
  computed: {},
  weights: { text: { text: 20 } },
});

const name = `Unique name in the workspace, at most ${limits.savedQueryNameMax} characters`;
const sql = `Query in SQL, at most ${limits.sqlTextMax} characters`;
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
    summary: "Get the tables of the SQL console, and its limits",
    description: "Views with their columns. None contains rows of other accounts.",
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
    summary: "Cancel the account's running query",
    description:
      "Most queries have ended when this is answered. ClickHouse checks only between blocks, so a long function call continues for a while: until it has ended, a new query is refused with RATE_LIMIT_ERROR. Does nothing if none is running.",
    needs: ["sql:run"],
    takes: {},
    answer: confirmation,
    failures: [403],
    async run(services, actor) {
      const ownerId = authorizeOwn(actor, "sql:run");
      const queryId = await runningQuery(services, ownerId);
      if (queryId === null || !services.sqlConsole) return;
      await killOnce({ ...services, ending: services.sqlConsole }, { queryId });
      await waitUntilLeft(services, { queryId }, endingMs);
    },
  }),
  query({
    name: "savedQueries",
    id: "listSavedQueries",
    rest: "GET /api/sql/queries",
    summary: "List all saved queries, sorted by name",
    description: "Returns the whole list without pagination.",
    needs: ["queries:read"],
    takes: {},
    answer: many(savedQuery, "SavedQueriesAnswer"),
    weight: { length: limits.savedQueriesMax / 4 },
    failures: [],
    run: (services, actor) => listKept(savedQueries, services, actor),
  }),
  mutation({
    name: "createSavedQuery",
    rest: "POST /api/sql/queries",
    creates: true,
    summary: "Save a query",
    description: "Its text is stored without being checked by ClickHouse.",
    needs: ["queries:write"],
    takes: { name: text.describe(name), text: text.describe(sql) },
    example: { name: "Clicks by day", text: "SELECT day, sum(clicks) AS clicks FROM daily GROUP BY day" },
    answer: saved,
    message: "Query saved successfully!",
    failures: [400, 409],
    run: (services, actor, given) => keep(savedQueries, services, actor, given),
  }),
  mutation({
    name: "updateSavedQuery",
    rest: "PATCH /api/sql/queries/:id",
    summary: "Change the name or the text of a saved query",
    description: "Provide at least one field; omitted fields keep their value.",
    needs: ["queries:write"],
    takes: { id: recordId, input: changes },
    conditional: true,
    example: { name: "Clicks of each day" },
    answer: saved,
    message: "Query saved successfully!",
    failures: [400, 404, 409],
    run: (services, actor, given) => changeKept(savedQueries, services, actor, given.id, given.input),
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
    message: "Query deleted successfully!",
    failures: [400, 404],
    run: (services, actor, { id }) => deleteKept(savedQueries, services, actor, id),
  }),
]);
