import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { etag, instant, message, recordId } from "../../../kernel/calls/answers.ts";
import { optionalText, text } from "../../../kernel/calls/parse.ts";
import { confirmation, many, one } from "../../../kernel/contract/answers.ts";
import { entity, input } from "../../../kernel/contract/entity.ts";
import { facesOf, operationsOn } from "../../../kernel/contract/operations.ts";
import {
  changeKept,
  deleteKept,
  keep,
  type KeptText,
  type KeptTextServices,
  listKept,
} from "../../../links/views/keptTexts.ts";
import { sqlTag } from "./answers.ts";
import { savedQueries } from "./savedQueries.ts";

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
const { query, mutation } = operationsOn<KeptTextServices>(sqlTag, "Query");

/** The operations on saved queries. */
export const savedQueryFaces = facesOf([
  query({
    name: "savedQueries",
    id: "listSavedQueries",
    rest: "GET /api/sql/queries",
    summary: "List all saved queries, sorted by name",
    description: "Returns the whole list without pagination.",
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
    takes: { id: recordId },
    conditional: true,
    answer: confirmation,
    message: "Query deleted successfully!",
    failures: [400, 404],
    run: (services, actor, { id }) => deleteKept(savedQueries, services, actor, id),
  }),
]);
