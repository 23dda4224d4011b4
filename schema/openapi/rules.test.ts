import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { webhookEventNames } from "../webhooks.ts";

// Rules that make the OpenAPI document usable for client generators; each prevents a failure of an actual generator.

type Json = Readonly<Record<string, unknown>>;
const json = z.record(z.string(), z.unknown());
const shape = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
  webhooks: json,
  components: z.object({ schemas: z.record(z.string(), json), headers: json, responses: json.optional() }),
});
type Document = z.output<typeof shape>;

const document = shape.parse(JSON.parse(readFileSync(new URL("openapi.json", import.meta.url), "utf8")));

/** Exceptions to the rules, with the reason why each is correct. */
const allowed: Readonly<Record<string, string>> = {
  "setClickRetention: days may be null": "Null is a setting of its own: for ever",
  "LedgerBalance/properties/missing": "Negative if the parts contain more",
};

/** Returns where a rule is violated, and how. */
type Rule = (document: Document) => Iterable<string>;

const rules = {
  "no boolean has one value alone: a client would fail at the other"(document) {
    return schemasIn(document).flatMap(({ at, schema }) => {
      const values = [schema["const"], schema["enum"]].flat();
      return values.some((value) => typeof value === "boolean") ? [at] : [];
    });
  },
  "no value is of several types, but for what may be null"(document) {
    return schemasIn(document).flatMap(({ at, schema }) => {
      const kinds = [schema["anyOf"], schema["oneOf"]].flat().filter(isJson);
      const types = Array.isArray(schema["type"]) ? schema["type"] : [];
      const real = [...kinds.map(({ type }) => type), ...types].filter((type) => type !== "null");
      return real.length > 1 ? [at] : [];
    });
  },
  "no name differs from another in case alone, or from what generators make of another"({ components, paths }) {
    const ids = operationsIn({ paths }).map(({ operationId }) => operationId);
    const seen = new Map<string, string>();
    return Object.keys(components.schemas).flatMap((name) => {
      const faults = /^(New|Nullable|Allowed)[A-Z]|(WithDefaults|EnumValues)$/.test(name) ? [name] : [];
      const made = ids.flatMap((id) => [
        `Api${id}Request`,
        `${id}Params`,
        `${id}Request`,
        `${id}Response`,
        `${id}JSONBody`,
      ]);
      if (made.some((other) => other.toLowerCase() === name.toLowerCase())) faults.push(name);
      if (seen.has(name.toLowerCase())) faults.push(name);
      seen.set(name.toLowerCase(), name);
      return faults;
    });
  },
  "operations have short ids in camel case, each one once"(document) {
    const ids = operationsIn(document).map(({ operationId }) => operationId);
    return ids.filter(
      (id, index) =>
        !/^[a-z]+([A-Z][a-z]+){0,4}$/.test(id) ||
        id.length > 28 ||
        ids.findIndex((other) => other.toLowerCase() === id.toLowerCase()) !== index,
    );
  },
  "every object has a name, and no generator has to make one up"(document) {
    const top = new Set(Object.values(document.components.schemas));
    return [
      ...schemasIn(document).flatMap(({ at, schema }) =>
        isJson(schema["properties"]) && !top.has(schema) ? [at] : [],
      ),
      ...Object.keys(document.components.schemas).filter((name) => !/^([A-Z][a-z0-9]+)+$/.test(name)),
    ];
  },
  "one shape has one name"({ components }) {
    const names = new Map<string, string>();
    return Object.entries(components.schemas).flatMap(([name, schema]) => {
      const text = JSON.stringify(schema);
      const before = names.get(text);
      names.set(text, before ?? name);
      return before === undefined || isAnswer(name) ? [] : [`${name} is ${before}`];
    });
  },
  "what a call requires is not null"(document) {
    return operationsIn(document).flatMap((operation) => {
      const { properties, required } = bodyOf(operation, document);
      return Object.entries(isJson(properties) ? properties : {}).flatMap(([name, property]) =>
        Array.isArray(required) && required.includes(name) && isNullable(property)
          ? [`${operation.operationId}: ${name} may be null`]
          : [],
      );
    });
  },
  "nothing is called _id and id at once"({ components }) {
    return Object.entries(components.schemas).flatMap(([name, { properties }]) =>
      isJson(properties) && "_id" in properties && "id" in properties ? [name] : [],
    );
  },
  "numbers that come in have both bounds, and those that go out a least one"(document) {
    const isInput = (at: string) => at.includes("/parameters/") || /^\w+(Body|Input)\b/.test(at);
    return schemasIn(document).flatMap(({ at, schema }) => {
      const types = [schema["type"]].flat();
      if (at.startsWith("headers/") || !types.some((type) => type === "integer" || type === "number")) return [];
      if ("enum" in schema) return [];
      const isBounded = isInput(at)
        ? "minimum" in schema && "maximum" in schema
        : types.includes("number") || "minimum" in schema;
      return isBounded ? [] : [at];
    });
  },
  "whole numbers that a 32-bit one may not hold say so"(document) {
    return schemasIn(document).flatMap(({ at, schema }) => {
      if (![schema["type"]].flat().includes("integer") || "enum" in schema) return [];
      const fits = typeof schema["maximum"] === "number" && schema["maximum"] < 2 ** 31;
      return fits || schema["format"] === "int64" || at.startsWith("headers/") ? [] : [at];
    });
  },
  "no enum of numbers has null: Go can't"(document) {
    return schemasIn(document).flatMap(({ at, schema }) => {
      const values = Array.isArray(schema["enum"]) ? schema["enum"] : [];
      return values.includes(null) && values.some((value) => typeof value === "number") ? [at] : [];
    });
  },
  "numbers and flags of an address are no texts"(document) {
    return operationsIn(document).flatMap(({ operationId, parameters }) =>
      listOf(parameters).flatMap(({ name, schema }) => {
        const { type, enum: values, pattern } = isJson(schema) ? schema : {};
        const isText = String(values) === "true,false" || (type === "string" && /\[0-9\]|\\d/.test(String(pattern)));
        return isText ? [`${operationId}: ${String(name)}`] : [];
      }),
    );
  },
  "no pattern looks ahead or behind: Go can't"(document) {
    return schemasIn(document).flatMap(({ at, schema }) => (/\(\?[=!<]/.test(String(schema["pattern"])) ? [at] : []));
  },
  "every answer names its headers, and when to try again"(document) {
    const { headers: known, responses: shared = {} } = document.components;
    return operationsIn(document).flatMap(({ operationId, responses }) =>
      Object.entries(isJson(responses) ? responses : {}).flatMap(([status, response]) => {
        const { $ref: ref = "" } = z.object({ $ref: z.string().optional() }).parse(response);
        const { headers } = {
          ...(isJson(response) && response),
          ...z.looseObject({}).parse(shared[ref.replace("#/components/responses/", "")] ?? {}),
        };
        const names = Object.keys(isJson(headers) ? headers : {});
        const wanted = ["X-Request-Id", ...(["429", "503"].includes(status) ? ["Retry-After"] : [])];
        const isWhole = wanted.every((name) => names.includes(name)) && names.every((name) => name in known);
        return isWhole ? [] : [`${operationId} ${status}`];
      }),
    );
  },
  "every call says how it may fail"(document) {
    return operationsIn(document).flatMap(({ operationId, responses, security }) => {
      const open = Array.isArray(security) && security.length === 0;
      const wanted = ["400", "429", "431", "500", "503", ...(open ? [] : ["401", "403", "404"])];
      return wanted.flatMap((status) => (isJson(responses) && status in responses ? [] : [`${operationId} ${status}`]));
    });
  },
  "no tag is that of calls and of messages: generators write one file for each"({ paths, webhooks }) {
    const tagsOf = (items: Json) =>
      Object.values(items).flatMap((methods) =>
        Object.values(isJson(methods) ? methods : {}).flatMap((one) => (isJson(one) ? [one["tags"]].flat() : [])),
      );
    const tags = new Set(tagsOf(webhooks));
    return [...new Set(tagsOf(paths))].filter((tag) => tags.has(tag)).map(String);
  },
  "every message of a webhook is described"({ webhooks }) {
    return [...webhookEventNames, "test"].filter((name) => !(name in webhooks));
  },
} satisfies Readonly<Record<string, Rule>>;

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isJson) : [];
}

function isNullable(schema: unknown): boolean {
  if (!isJson(schema)) return false;
  return [schema["type"]].flat().includes("null") || listOf(schema["anyOf"]).some(({ type }) => type === "null");
}

/**
 * Returns whether a component is a response, a body or a message. Data with the same shape in several calls must be one
 * component; the responses around it may be alike.
 */
function isAnswer(name: string): boolean {
  return /(Answer|Body|Message)$/.test(name);
}

function operationsIn({ paths }: Pick<Document, "paths">) {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

function bodyOf({ requestBody }: Json, { components }: Document): Json {
  const text = JSON.stringify(requestBody ?? {});
  const name = /"application\/json":\{"schema":\{"\$ref":"#\/components\/schemas\/(\w+)"/.exec(text)?.[1] ?? "";
  return components.schemas[name] ?? {};
}

/** Returns all nested schemas of a document, with their locations. */
function schemasIn(document: Document): { readonly at: string; readonly schema: Json }[] {
  const { components, paths, webhooks } = document;
  const found: { at: string; schema: Json }[] = [];
  const visit = (value: unknown, at: string): void => {
    if (Array.isArray(value)) {
      for (const [index, one] of value.entries()) visit(one, `${at}/${index}`);
    } else if (isJson(value)) {
      found.push({ at, schema: value });
      for (const [name, one] of Object.entries(value)) if (name !== "example") visit(one, `${at}/${name}`);
    }
  };
  for (const [name, schema] of Object.entries(components.schemas)) visit(schema, name);
  visit(components.headers, "headers");
  visit(paths, "paths");
  visit(webhooks, "webhooks");
  return found;
}

describe("the OpenAPI document", () => {
  const isAllowed = (fault: string) => Object.keys(allowed).includes(fault);

  it.each(Object.entries(rules))("keeps to it that %s", (_rule, faultsIn) => {
    expect([...faultsIn(document)].filter((fault) => !isAllowed(fault))).toEqual([]);
  });

  it("needs every exception that it has", () => {
    const faults = new Set(Object.values(rules).flatMap((faultsIn) => [...faultsIn(document)]));
    expect(Object.keys(allowed).filter((fault) => !faults.has(fault))).toEqual([]);
  });
});

describe("a rule about the OpenAPI document", () => {
  const parameter = (schema: Json) => ({ parameters: [{ in: "query", name: "limit", schema }] });
  const answer = { schema: { $ref: "#/components/schemas/Bad" } };
  const operation = (more: Json): Document["paths"] => ({ "/a": { get: { operationId: "getA", ...more } } });
  const schemas = (bad: Record<string, Json>) => ({ components: { schemas: bad, headers: {} } });
  const planted: Readonly<Record<keyof typeof rules, Partial<Document>>> = {
    "no boolean has one value alone: a client would fail at the other": schemas({ Bad: { const: true } }),
    "no value is of several types, but for what may be null": {
      paths: operation(parameter({ anyOf: [{ type: "string" }, { type: "array" }] })),
    },
    "no name differs from another in case alone, or from what generators make of another": schemas({ NewBad: {} }),
    "operations have short ids in camel case, each one once": { paths: { "/a": { get: { operationId: "GetA" } } } },
    "every object has a name, and no generator has to make one up": schemas({
      Bad: { items: { properties: { arms: {} } } },
    }),
    "one shape has one name": schemas({ One: { type: "object" }, Other: { type: "object" } }),
    "what a call requires is not null": {
      ...schemas({ Bad: { properties: { name: { type: ["string", "null"] } }, required: ["name"] } }),
      paths: operation({ requestBody: { content: { "application/json": answer } } }),
    },
    "nothing is called _id and id at once": schemas({ Bad: { properties: { _id: {}, id: {} } } }),
    "numbers that come in have both bounds, and those that go out a least one": {
      paths: operation(parameter({ type: "integer", minimum: 1 })),
    },
    "whole numbers that a 32-bit one may not hold say so": schemas({ Bad: { type: "integer", maximum: 1e12 } }),
    "no enum of numbers has null: Go can't": schemas({ Bad: { enum: [301, null] } }),
    "numbers and flags of an address are no texts": {
      paths: operation(parameter({ type: "string", pattern: "^[0-9]+$" })),
    },
    "no pattern looks ahead or behind: Go can't": schemas({ Bad: { pattern: "^(?!a)" } }),
    "every answer names its headers, and when to try again": { paths: operation({ responses: { 429: {} } }) },
    "every call says how it may fail": { paths: operation({ responses: {}, security: [] }) },
    "no tag is that of calls and of messages: generators write one file for each": {
      paths: operation({ tags: ["A"] }),
      webhooks: { a: { post: { tags: ["A"] } } },
    },
    "every message of a webhook is described": { webhooks: {} },
  };

  it.each(Object.entries(rules))("finds what breaks it: %s", (rule, faultsIn) => {
    const found = Object.entries(planted).find(([name]) => name === rule)?.[1];
    expect([...faultsIn({ paths: {}, webhooks: {}, ...schemas({}), ...found })]).not.toEqual([]);
  });
});
