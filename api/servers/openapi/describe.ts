import swagger from "@fastify/swagger";
import type { FastifyInstance, FastifySchema } from "fastify";
import { z } from "zod";
import { type Answers, isForPeople, isIdempotent, type Operation, type Tag } from "../../kernel/calls/operation.ts";

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
  412: "Changed meanwhile: another ETag than If-Match names",
  413: "Too large",
  415: "Not JSON",
  422: "A field that can't be taken",
  429: "Too many requests; see Retry-After",
  500: "A failure of ours",
  503: "A database is away; see Retry-After",
  501: "Not configured here",
};

/**
 * Makes `app.swagger()` answer with the OpenAPI 3.1 document of the routes that are registered after this and
 * {@link Operation described}, once the app is ready.
 */
export async function registerOpenapi(app: FastifyInstance, answers: Answers): Promise<void> {
  const names = new Map(Object.entries(answers).map(([name, schema]) => [schema, name]));
  const tags = new Set<Tag>();
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "hoplog",
        version: "1.0.0",
        description:
          "Short links and their clicks. Everything here is available as GraphQL at /graphql too. Sign in, then give the access token as a bearer token.",
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: "/" }],
      components: {
        schemas: answerSchemas(answers),
        securitySchemes: { token: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      },
    },
    convertConstToEnum: false,
    transform({ url, route }) {
      const operation = route.config?.operation;
      if (!operation) return { url, schema: { hide: true } };
      tags.add(operation.tag);
      return { url, schema: routeSchema(String(route.method), url, operation, names) };
    },
    transformObject: (made) => ("openapiObject" in made ? { ...made.openapiObject, tags: [...tags] } : {}),
  });
}

/** The names of answers by their schemas. */
type Names = ReadonlyMap<z.ZodObject, string>;

/** What the plugin makes a call's part of the document from. */
function routeSchema(method: string, url: string, operation: Operation, names: Names): FastifySchema {
  const { tag, summary, description, open, query, body, example, answer } = operation;
  const ids = [...url.matchAll(/:(\w+)/g)].map(([, name = ""]) => [
    name,
    { type: "string", ...(name !== "token" && { format: "uuid" }) },
  ]);
  return {
    operationId: operationId(method, url),
    tags: [tag.name],
    summary,
    description,
    // None is said in so many words: a missing one could be an oversight.
    security: open ? [] : [{ token: [] }],
    ...(ids.length > 0 && { params: { properties: Object.fromEntries(ids) } }),
    ...(!open && {
      headers: {
        properties: {
          ...workspaceHeader,
          ...(isIdempotent(operation) && idempotencyHeader),
          ...(operation.conditional && ifMatchHeader),
        },
      },
    }),
    ...(query && { querystring: z.toJSONSchema(query, { io: "input" }) }),
    ...(body && { body: { ...jsonSchema(body), ...(example && { examples: [example] }) } }),
    response: {
      ...goodResponse(answer, names),
      // The workspace may be none of the caller's.
      ...failureResponses(failuresOf(operation), body !== undefined),
    },
  };
}

const workspaceHeader = {
  "X-Workspace": {
    type: "string",
    format: "uuid",
    description: "The workspace that the call is about; without it the caller's own",
  },
};

const ifMatchHeader = {
  "If-Match": {
    type: "string",
    description: "The ETag that the caller has seen: 412 where it is another one by now, and nothing is changed",
  },
};

const idempotencyHeader = {
  "Idempotency-Key": {
    type: "string",
    minLength: 1,
    maxLength: 255,
    description:
      "Makes the call safe to repeat for 24 hours: what was done is answered as it was, with the header Idempotent-Replayed. 409 while the first one is under way, 422 for another request with the same key",
  },
};

function failuresOf(operation: Operation): Operation["failures"] {
  const { open, conditional } = operation;
  const failures = new Set(operation.failures);
  if (!isForPeople(operation)) failures.add(422);
  if (!open) failures.add(404);
  if (!open && conditional) failures.add(412);
  if (isIdempotent(operation)) failures.add(409);
  return [...failures];
}

/** `getUrlsIdStats` for GET /api/urls/:id/stats. */
function operationId(method: string, url: string): string {
  const words = url.split(/[^a-zA-Z]+/).filter((word) => word !== "" && word !== "api");
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function goodResponse(answer: Operation["answer"], names: Names): Json {
  if (answer === "redirect")
    return { 302: { description: "Leads on", type: "null", headers: { Location: { type: "string" } } } };
  if (answer === "zip") {
    return {
      200: {
        description: "The archive",
        content: { "application/zip": { schema: { type: "string", format: "binary" } } },
      },
    };
  }
  if (answer === "image") {
    return {
      200: { description: "The image", content: { "image/*": { schema: { type: "string", format: "binary" } } } },
    };
  }
  if (answer === "page") {
    const content = { "text/html": { schema: { type: "string" } } };
    return {
      200: { description: "It is done", content },
      410: { description: "The link has ended", content },
    };
  }
  const name = names.get("events" in answer ? answer.events : answer.is);
  if (name === undefined) throw new Error("an operation has an answer that no feature names");
  if ("events" in answer) {
    const schema = { type: "string", contentMediaType: "application/json", contentSchema: refTo(name) };
    return {
      200: {
        description: `Server-Sent Events; the data of each is a ${name}. It goes on until the client or the session ends.`,
        content: { "text/event-stream": { schema } },
      },
    };
  }
  const { status, orStatus, orFiles = [] } = answer;
  return {
    [status]: withFiles(response(status, name), orFiles),
    ...(orStatus && { [orStatus]: { ...response(orStatus, name), description: "It was there" } }),
  };
}

function withFiles(response: Json, types: readonly string[]): Json {
  const files = types.map((type) => [type, { schema: { type: "string", format: "binary" } }]);
  const content = "content" in response && typeof response["content"] === "object" ? response["content"] : {};
  return types.length === 0 ? response : { ...response, content: { ...content, ...Object.fromEntries(files) } };
}

function failureResponses(failures: Operation["failures"], hasBody: boolean): Json {
  const statuses = [...failures, 401, 429, 500, 503, ...(hasBody ? [413, 415] : [])];
  return Object.fromEntries(statuses.map((status) => [status, response(status, "Failure")]));
}

function response(status: number, schema: string): Json {
  const description = statusTexts[status] ?? "";
  // The plugin's word for an answer without a described body.
  if (status === 501) return { description, type: "null" };
  return { description, content: { "application/json": { schema: refTo(schema) } } };
}

function refTo(schema: string): Json {
  return { $ref: `#/components/schemas/${schema}` };
}

function answerSchemas(answers: Answers) {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(answers)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutNames(schema)]));
}

function jsonSchema(schema: z.ZodObject): Json {
  return withoutNames(
    z.toJSONSchema(schema, {
      io: "input",
      // A field that isn't there is refused by name.
      override({ zodSchema, jsonSchema: made }) {
        if (zodSchema instanceof z.ZodObject && !zodSchema.def.catchall) made.additionalProperties = false;
      },
    }),
  );
}

/** Inside the document schemas need neither a dialect nor a name of their own. */
function withoutNames(schema: object): Json {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== "$schema" && key !== "$id"));
}
