import { isKeyScope } from "@hoplog/schema/apiKeys/scopes.js";
import type { z } from "zod";
import { describedNeeds } from "../../kernel/access/needs.ts";
import { commonAnswers } from "../../kernel/contract/answerPieces.ts";
import { deprecatedText } from "../../kernel/contract/deprecation.ts";
import type { Message } from "../../kernel/calls/feature.ts";
import { type Answers, isIdempotent, type Operation, type Tag } from "../../kernel/calls/operation.ts";
import { type Components, nameShapes, pascal, refTo } from "./namedShapes.ts";
import { failureResponses, headersIn, type Names, responsesOf } from "./responses.ts";
import { answerSchemas, inputSchema, isJson, type Json } from "./schemas.ts";

/** A REST call as it is registered, with Fastify's `:id` in its path. */
export interface RestCall extends Operation {
  readonly method: string;
  readonly path: string;
}

const introduction = `Short links and their clicks. Everything here is available as GraphQL at /graphql too.

Programs make an API key on the page API keys, and send it as a bearer token: \`Authorization: Bearer hop_…\`. A key has scopes; a call that lacks one answers 403 and names it. Pages sign in, and send the access token of their session in the same way. What is about the account itself takes a session alone.`;

/** Builds the OpenAPI 3.1 document of the REST calls and webhook messages. */
export function openapiDocument(
  calls: readonly RestCall[],
  answers: Answers,
  messages: Readonly<Record<string, Message>>,
): Json {
  const all = { ...commonAnswers, ...answers, ...messageSchemas(messages) };
  const names = new Map(Object.entries(all).map(([name, schema]) => [schema, name]));
  const components: Components = new Map();
  for (const [name, schema] of Object.entries(answerSchemas(all))) nameShapes(name, schema, components);
  for (const { id, body } of calls) if (body) nameShapes(bodyName(id), inputSchema(body), components);
  const paths = pathsOf(calls, names);
  const responses = failureResponses();
  return {
    openapi: "3.1.0",
    info: {
      title: "hoplog",
      version: "1.0.0",
      description: introduction,
      contact: { name: "The operator of this installation" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: [...new Set<Tag>([...calls.map(({ tag }) => tag), messagesTag])],
    paths,
    webhooks: webhooksOf(messages),
    components: {
      schemas: Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      responses,
      headers: headersIn(JSON.stringify([paths, responses])),
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "An API key (`hop_…`), or the access token of a session",
        },
      },
    },
  };
}

/** Separate from the calls' tags: generators write one file per tag. */
const messagesTag: Tag = { name: "Webhook messages", description: "What webhooks are sent" };

function bodyName(id: string): string {
  return `${pascal(id)}Body`;
}

function pathsOf(calls: readonly RestCall[], names: Names): Json {
  const paths = new Map<string, Record<string, Json>>();
  for (const call of calls) {
    const path = call.path.replaceAll(/:(\w+)/g, "{$1}");
    const methods = paths.get(path) ?? {};
    methods[call.method.toLowerCase()] = operationOf(call, names);
    paths.set(path, methods);
  }
  return Object.fromEntries(paths);
}

function operationOf(call: RestCall, names: Names): Json {
  const { id, tag, summary, description, deprecated, open, body, example, octets } = call;
  const text = describedNeeds(description, call);
  const parameters = parametersOf(call);
  const json = body && { "application/json": { schema: refTo(bodyName(id)), ...(example && { example }) } };
  const content = octets ? { "application/octet-stream": { schema: { type: "string", format: "binary" } } } : json;
  return {
    operationId: id,
    summary,
    tags: [tag.name],
    description: deprecated ? deprecatedText(text, deprecated) : text,
    ...(deprecated && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content } }),
    // An explicit empty list: a missing one could be an oversight.
    security: open ? [] : [{ token: call.needs?.filter(isKeyScope) ?? [] }],
    responses: responsesOf(call, names),
  };
}

function parametersOf(call: RestCall): Json[] {
  const { path, params, query, open, conditional } = call;
  const known = propertiesOf(params);
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: known.get(name)?.schema ?? (/id$/i.test(name) ? { type: "string", format: "uuid" } : { type: "string" }),
  }));
  const inQuery = [...propertiesOf(query)].map(([name, { schema, required }]) => {
    const { description: said, deprecated, ...rest } = schema;
    const texts = { ...(said !== undefined && { description: said }), ...(deprecated === true && { deprecated }) };
    return { name, in: "query", required, ...texts, schema: rest };
  });
  const inHeader = open
    ? []
    : [
        headerParameters.workspace,
        ...(isIdempotent(call) ? [headerParameters.idempotencyKey] : []),
        ...(conditional ? [headerParameters.ifMatch] : []),
      ];
  return [...inPath, ...inQuery, ...inHeader];
}

function propertiesOf(schema: z.ZodObject | undefined): Map<string, { schema: Json; required: boolean }> {
  const { properties, required } = schema ? inputSchema(schema) : {};
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  return new Map(
    Object.entries(isJson(properties) ? properties : {}).flatMap(([name, one]) =>
      isJson(one) ? [[name, { schema: one, required: isRequired(name) }]] : [],
    ),
  );
}

const headerParameters = {
  workspace: {
    name: "X-Workspace",
    in: "header",
    required: false,
    description: "The workspace that the call is about; without it the caller's own",
    schema: { type: "string", format: "uuid" },
  },
  idempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "Makes the call safe to repeat for 24 hours: what was done is answered as it was, with the header Idempotent-Replayed. 409 while the first one is under way, 422 for another request with the same key",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  ifMatch: {
    name: "If-Match",
    in: "header",
    required: false,
    description: "The ETag that the caller has seen: 412 where it is another one by now, and nothing is changed",
    schema: { type: "string" },
  },
} as const;

/** `LinkCreatedMessage` for link.created. */
function messageName(type: string): string {
  return `${type.split(".").map(pascal).join("")}Message`;
}

function messageSchemas(messages: Readonly<Record<string, Message>>): Answers {
  return Object.fromEntries(Object.entries(messages).map(([type, { is }]) => [messageName(type), is]));
}

function webhooksOf(messages: Readonly<Record<string, Message>>): Json {
  const signed = [
    ["webhook-id", "Of the message: the same where it is sent again"],
    ["webhook-timestamp", "When it is sent, in seconds since 1970"],
    ["webhook-signature", "Signatures of id, timestamp and body, as Standard Webhooks have them"],
  ].map(([name, said]) => ({ name, in: "header", required: true, description: said, schema: { type: "string" } }));
  return Object.fromEntries(
    Object.entries(messages).map(([type, { summary }]) => [
      type,
      {
        post: {
          operationId: `receive${messageName(type)}`,
          summary,
          description: "Any 2xx takes the message; others are sent again.",
          tags: [messagesTag.name],
          security: [],
          parameters: signed,
          requestBody: { required: true, content: { "application/json": { schema: refTo(messageName(type)) } } },
          responses: { "2XX": { description: "Taken" }, "4XX": { description: "Not taken: sent again later" } },
        },
      },
    ]),
  );
}
