import { z } from "zod";
import { commonAnswers } from "../calls/answers.ts";
import type { Feature } from "../calls/feature.ts";
import type { Answers, Operation } from "../calls/operation.ts";

/** A part of the document: plain JSON. */
type Json = Readonly<Record<string, unknown>>;

const statusTexts: Readonly<Record<number, string>> = {
  200: "Done",
  201: "Made",
  400: "No readable JSON",
  401: "No valid token, or a failed log-in",
  403: "Not allowed, banned, or not from the browser that it has to come from",
  404: "Not there, or somebody else's",
  409: "Taken by something else",
  413: "Too large",
  415: "Not JSON",
  422: "A field that can't be taken",
  429: "Too many requests; see Retry-After",
  500: "A failure of ours",
  503: "A database is away; see Retry-After",
  501: "Not configured here",
};

/** The REST API as OpenAPI 3.1, made from the schemas that the features' calls are checked with. */
export function openapiDocument(features: readonly Pick<Feature, "operations" | "answers">[]): Json {
  const answers: Answers = Object.assign({}, commonAnswers, ...features.map((feature) => feature.answers));
  const names = new Map(Object.entries(answers).map(([name, schema]) => [schema, name]));
  const operations = features.flatMap(({ operations: own = [] }) => own);
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [operation.method]: describe(operation, names) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "hoplog",
      version: "1.0.0",
      description:
        "Short links and their clicks. Everything here is available as GraphQL at /graphql too. Sign in, then give the access token as a bearer token.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: [...new Set(operations.map(({ tag }) => tag))],
    paths,
    components: {
      schemas: answerSchemas(answers),
      parameters: {
        Workspace: {
          name: "X-Workspace",
          in: "header",
          required: false,
          description: "The workspace that the call is about; without it the caller's own",
          schema: { type: "string", format: "uuid" },
        },
      },
      securitySchemes: { token: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  };
}

/** The names of answers by their schemas. */
type Names = ReadonlyMap<z.ZodObject, string>;

function describe(
  { tag, summary, description, open, query, body, example, ...operation }: Operation,
  names: Names,
): Json {
  const pathParameters = [...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string", format: "uuid" },
  }));
  const workspace = open ? [] : [{ $ref: "#/components/parameters/Workspace" }];
  const parameters = [...pathParameters, ...workspace, ...(query ? queryParameters(query) : [])];
  return {
    operationId: operationId(operation),
    tags: [tag.name],
    summary,
    description,
    // None is said in so many words: a missing one could be an oversight.
    security: open ? [] : [{ token: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: jsonSchema(body), ...(example && { example }) } },
      },
    }),
    responses: {
      ...goodResponse(operation.answer, names),
      // The workspace may be none of the caller's.
      ...failureResponses(open ? operation.failures : [...operation.failures, 404], body !== undefined),
    },
  };
}

/** `getUrlsIdStats` for GET /api/urls/:id/stats. */
function operationId({ method, path }: Pick<Operation, "method" | "path">): string {
  const words = path.split(/[^a-zA-Z]+/).filter((word) => word !== "" && word !== "api");
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function queryParameters(query: z.ZodObject): Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: "input" });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

function goodResponse(answer: Operation["answer"], names: Names): Json {
  if (answer === "redirect")
    return { 302: { description: "Leads on", headers: { Location: { schema: { type: "string" } } } } };
  if (answer === "zip") {
    return {
      200: {
        description: "The archive",
        content: { "application/zip": { schema: { type: "string", format: "binary" } } },
      },
    };
  }
  if (answer === "page") {
    const content = { "text/html": { schema: { type: "string" } } };
    return {
      200: { description: "It is done", content },
      410: { description: "The link has ended", content },
    };
  }
  const name = names.get(answer.is);
  if (name === undefined) throw new Error("an operation has an answer that no feature names");
  return { [answer.status]: response(answer.status, name) };
}

function failureResponses(failures: Operation["failures"], hasBody: boolean): Json {
  const statuses = [...failures, 401, 429, 500, 503, ...(hasBody ? [413, 415] : [])];
  return Object.fromEntries(statuses.map((status) => [status, response(status, "Failure")]));
}

function response(status: number, schema: string): Json {
  if (status === 501) return { description: statusTexts[501] ?? "" };
  return {
    description: statusTexts[status] ?? "",
    content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
  };
}

function answerSchemas(answers: Answers): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(answers)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutNames(schema)]));
}

function jsonSchema(schema: z.ZodObject): Json {
  return withoutNames(z.toJSONSchema(schema, { io: "input" }));
}

/** Inside the document schemas need neither a dialect nor a name of their own. */
function withoutNames(schema: object): Json {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== "$schema" && key !== "$id"));
}
