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

const introduction =
  "API for short links and their clicks. Most operations are also available in GraphQL at /graphql.\n\nScripts and integrations send an API key as a bearer token: `Authorization: Bearer hop_…`. Users create API keys in the web app. Each key has scopes; a call without the required scope fails with status 403 and names the scope. The web app signs in and sends the access token of its session in the same way. Operations that change the account or its credentials require a session.";

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

/** Webhook messages have a tag of their own, because generators write one file per tag. */
const messagesTag: Tag = { name: "Webhook messages", description: "Messages that are sent to webhooks" };

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
    // Public calls have an explicit empty list, because a missing list could be an oversight.
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
    description: "ID of the workspace that the call accesses; the caller's own workspace by default",
    schema: { type: "string", format: "uuid" },
  },
  idempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "Key that makes the call safe to repeat for 24 hours: a repeated call returns the stored response with the header Idempotent-Replayed, or the IDs of the created resources if the response was not stored. Returns 409 while the first call is running, and 422 if the key was used for a different request",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  ifMatch: {
    name: "If-Match",
    in: "header",
    required: false,
    description: "ETag that the caller has read. If the current ETag differs, the call returns 412 and changes nothing",
    schema: { type: "string" },
  },
} as const;

/** Returns the component name of a message, such as `LinkCreatedMessage` for `link.created`. */
function messageName(type: string): string {
  return `${type.split(".").map(pascal).join("")}Message`;
}

function messageSchemas(messages: Readonly<Record<string, Message>>): Answers {
  return Object.fromEntries(Object.entries(messages).map(([type, { is }]) => [messageName(type), is]));
}

function webhooksOf(messages: Readonly<Record<string, Message>>): Json {
  const signed = [
    ["webhook-id", "ID of the message, which stays the same when it is sent again"],
    ["webhook-timestamp", "Time at which the message is sent, in seconds since 1970"],
    ["webhook-signature", "Signatures of ID, timestamp and body, as specified by Standard Webhooks"],
  ].map(([name, said]) => ({ name, in: "header", required: true, description: said, schema: { type: "string" } }));
  return Object.fromEntries(
    Object.entries(messages).map(([type, { summary }]) => [
      type,
      {
        post: {
          operationId: `receive${messageName(type)}`,
          summary,
          description:
            "Any 2xx status accepts the message. 410 disables the webhook. After any other status, or without a response, the message is sent again later, up to 8 attempts in total.",
          tags: [messagesTag.name],
          security: [],
          parameters: signed,
          requestBody: { required: true, content: { "application/json": { schema: refTo(messageName(type)) } } },
          responses: {
            "2XX": { description: "The receiver accepts the message" },
            "4XX": {
              description:
                "The receiver does not accept the message, which is sent again later; 410 disables the webhook instead.",
            },
          },
        },
      },
    ]),
  );
}
