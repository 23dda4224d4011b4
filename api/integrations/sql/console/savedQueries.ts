import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import type { SavedTextKind } from "../../../links/views/savedTexts.ts";

/** Saved queries of a workspace; their SQL is not checked. */
export const savedQueries: SavedTextKind = {
  table: "saved_query",
  resource: "query",
  read: "queries:read",
  write: "queries:write",
  noun: "query",
  missing: "Query",
  actions: { save: "SaveQuery", change: "ChangeSavedQuery", delete: "DeleteSavedQuery" },
  nameMax: limits.savedQueryNameMax,
  max: limits.savedQueriesMax,
  tooMany: `A workspace can have at most ${limits.savedQueriesMax} saved queries. Delete one first.`,
  field: "text",
  parse(text) {
    if (text.trim() === "") throw validationError([{ field: "text", message: "A query is required" }]);
    const max = limits.sqlTextMax;
    if (text.length > max) throw validationError([{ field: "text", message: `Must be at most ${max} characters` }]);
    return text;
  },
};
