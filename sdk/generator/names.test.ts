import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createClient } from "../index.ts";
import type { Document } from "./document.ts";
import { methodsOf } from "./methods.ts";

const document: Document = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../schema/openapi/openapi.json"), "utf8"),
);

/** Returns the names of all methods, such as `links.list`. */
function namesIn(value: object, before = ""): string[] {
  return Object.entries(value).flatMap(([name, below]) =>
    typeof below === "function" ? [`${before}${name}`] : namesIn(below, `${before}${name}.`),
  );
}

test("every call that programs make is a method", () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const forPrograms = operations.filter(
    ({ responses }) => !("302" in responses) && !("text/html" in (responses["200"]?.content ?? {})),
  );
  const files = operations.filter(({ responses }) => Object.keys(responses["200"]?.content ?? {}).length > 1);
  const names = namesIn(createClient({ url: "http://localhost" }));
  expect(forPrograms.length).toBeGreaterThan(100);
  expect(names).toHaveLength(forPrograms.length + files.length);
  expect(names).toEqual(
    expect.arrayContaining([
      "links.create",
      "links.list",
      "links.stats",
      "links.updateMany",
      "linkJobs.undo",
      "presets.utmTemplates.update",
      "sql.queries.delete",
      "sql.runFile",
      "clicks.updateRetention",
      "clicks.deleteRetentionWaiting",
      "destinations.images.get",
      "account.updateProfile",
      "live.clicks",
      "misses.live",
    ]),
  );
});

const call = { summary: "A call", responses: { 200: { content: {} }, 201: { content: {} } } };
const answer = { 200: { content: { "application/json": { schema: { $ref: "#/x/ThingAnswer" } } } } };

function documentOf(paths: Document["paths"]): Document {
  return { ...document, paths, components: { schemas: { ThingAnswer: { properties: { data: { type: "array" } } } } } };
}

test("a new call has a name at once", () => {
  const operation = { ...call, operationId: "x", responses: answer };
  const paths = {
    "/api/things": { get: operation, post: operation },
    "/api/things/{id}": { get: operation, patch: operation, delete: operation },
    "/api/things/{id}/turn-round": { post: operation },
    "/api/things/settings": { get: operation, put: operation },
  };
  expect(methodsOf(documentOf(paths)).map(({ name }) => name.join("."))).toEqual([
    "things.list",
    "things.create",
    "things.get",
    "things.update",
    "things.delete",
    "things.turnRound",
    "things.settings",
    "things.updateSettings",
  ]);
});

test("two calls of one name are refused", () => {
  const operation = { ...call, operationId: "x", responses: answer };
  const paths = { "/api/things/{id}": { put: operation, patch: operation } };
  expect(() => methodsOf(documentOf(paths))).toThrow("Several operations would become things.update");
});
