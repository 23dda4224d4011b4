import { z } from "zod";
import { isForPeople, isIdempotent, type Operation } from "../../kernel/calls/operation.ts";
import { deprecationHeadersOf } from "./deprecations.ts";
import { refTo } from "./namedShapes.ts";
import type { Json } from "./schemas.ts";

/** Response names by schema. */
export type Names = ReadonlyMap<z.ZodObject, string>;

/** Failures by status: component name and description. */
const failures: Readonly<Record<number, readonly [name: string, text: string]>> = {
  400: ["BadRequest", "The request can't be read, for example because its body is not valid JSON"],
  401: ["Unauthorized", "The API key, token or credentials are missing or not valid"],
  403: [
    "Forbidden",
    "The call is not allowed: for example, the API key lacks a scope, the account is banned, or another browser started the sign-in",
  ],
  404: ["NotFound", "The resource does not exist or belongs to another workspace"],
  408: ["RequestTimeout", "The request took too long to arrive"],
  409: ["Conflict", "The request conflicts with existing data or with a running call"],
  412: ["PreconditionFailed", "The resource has changed: its ETag differs from If-Match"],
  413: ["ContentTooLarge", "The request is too large"],
  415: ["UnsupportedMediaType", "The content type of the request is not supported"],
  422: ["UnprocessableContent", "A field or parameter is not valid; `error.details` names it"],
  429: [
    "TooManyRequests",
    "Too many requests or streams. Retry after the time in `Retry-After`, if the header is present",
  ],
  431: ["HeadersTooLarge", "The URL and headers are too long"],
  500: ["InternalError", "An internal error of the server"],
  501: ["NotImplemented", "The feature is not configured on this installation"],
  503: [
    "Unavailable",
    "The server or a database is temporarily unavailable or overloaded. Retry after the time in `Retry-After`",
  ],
};

const header = (description: string, schema: Json) => ({ description, schema });
const amount = { type: "integer", minimum: 0 };

/** Response headers by name, as components. */
const headers: Readonly<Record<string, Json>> = {
  ETag: header("Version of the resource for If-Match; changes with every edit", { type: "string" }),
  "Retry-After": header("Seconds to wait before the call may be repeated", amount),
  "RateLimit-Limit": header(
    "Allowed calls per minute for the caller's IP address, or for its API key if the key has a limit; in a response with status 429, the number that the exceeded limit allows",
    amount,
  ),
  "RateLimit-Remaining": header("Calls that remain within the limit", amount),
  "RateLimit-Reset": header("Seconds until the whole limit is available again", amount),
  "Idempotent-Replayed": header(
    "true if an earlier call with the same Idempotency-Key was completed, so that the call was not repeated",
    { type: "string" },
  ),
  "X-Request-Id": header("ID of the request, which is also in the server's log", { type: "string" }),
  Deprecation: header("Time since which the call or a part of its response is deprecated: `@` and seconds since 1970", {
    type: "string",
  }),
  Sunset: header("Time at which the deprecated call or part will be removed, if it is known", { type: "string" }),
  Link: header('Documentation of the deprecation, with `rel="deprecation"`', { type: "string" }),
  Location: header("URL to which the response redirects", { type: "string" }),
  "Content-Disposition": header("Name of the file", { type: "string" }),
};

/**
 * Returns only the headers that the document refers to, because `Sunset` is only used once a deprecation has an end
 * date.
 */
export function headersIn(document: string): Json {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => document.includes(`"${referenceTo(name)}"`)));
}

const referenceTo = (name: string) => `#/components/headers/${name}`;

const ofAll = ["X-Request-Id"];
const ofLimits = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];

/** Returns all responses of a call, by status. */
export function responsesOf(operation: Operation, names: Names): Json {
  const announced = deprecationHeadersOf(operation);
  const good = Object.entries(goodResponses(operation, names)).map(([status, response]) => {
    const more = [
      ...(isTagged(operation) ? ["ETag"] : []),
      ...(isIdempotent(operation) ? ["Idempotent-Replayed"] : []),
      ...Object.keys(headers).filter((name) => announced.includes(name.toLowerCase())),
    ];
    return [status, withHeaders(response, [...more, ...ofLimits])];
  });
  const bad = failuresOf(operation).map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]);
  return Object.fromEntries([...good, ...bad]);
}

function nameOf(status: number): string {
  const [name] = failures[status] ?? [];
  if (name === undefined) throw new Error(`the status ${status} has no description for the OpenAPI document`);
  return name;
}

/** Returns all failures as components. */
export function failureResponses(): Json {
  return Object.fromEntries(
    Object.entries(failures).map(([status, [name, description]]) => {
      const waits = ["409", "429", "503"].includes(status);
      // These failures have no rate-limit headers, because Node rejects the requests before any limit is counted.
      const limits = ["408", "431"].includes(status) ? [] : ofLimits;
      const content = { "application/json": { schema: refTo("Failure") } };
      const response = { description, ...(status !== "501" && { content }) };
      return [name, withHeaders(response, [...(waits ? ["Retry-After"] : []), ...limits])];
    }),
  );
}

function withHeaders({ headers: own, ...response }: Json, more: readonly string[]): Json {
  const all = [...(Array.isArray(own) ? own.map(String) : []), ...more, ...ofAll];
  const refs = all.map((name) => [name, { $ref: referenceTo(name) }]);
  return { ...response, headers: Object.fromEntries(refs) };
}

/** Responses with an `etag` in their data have it as a header too. */
function isTagged({ tagged, answer }: Operation): boolean {
  if (tagged) return true;
  const data = typeof answer === "object" && "is" in answer ? answer.is.shape["data"] : undefined;
  return data instanceof z.ZodObject && "etag" in data.shape;
}

function failuresOf(operation: Operation): number[] {
  const { open, conditional, body, octets } = operation;
  const failures = new Set<number>([...operation.failures, 400, 401, 408, 429, 431, 500, 503]);
  if (!isForPeople(operation)) failures.add(422);
  // The workspace may not be the caller's, and the API key may lack the scope.
  if (!open) failures.add(403).add(404);
  if (!open && conditional) failures.add(412);
  if (isIdempotent(operation)) failures.add(409);
  if (body || octets) failures.add(413).add(415);
  return [...failures].toSorted((a, b) => a - b);
}

const binary = { schema: { type: "string", format: "binary" } };

function goodResponses({ id, answer }: Operation, names: Names): Readonly<Record<string, Json>> {
  if (answer === "redirect") return { 302: { description: "Redirect", headers: ["Location"] } };
  if (answer === "zip")
    return {
      200: {
        description: "The archive as a ZIP file",
        headers: ["Content-Disposition"],
        content: { "application/zip": binary },
      },
    };
  if (answer === "image") return { 200: { description: "The image file", content: { "image/*": binary } } };
  if (answer === "page") {
    const content = { "text/html": { schema: { type: "string" } } };
    return {
      200: { description: "A page with the result of the action, or with a button that starts it", content },
      410: { description: "The link has expired or was already used", content },
    };
  }
  const name = names.get("events" in answer ? answer.events : answer.is);
  if (name === undefined)
    throw new Error(`the answer of the operation ${id} has no name: add its schema to the answers of a feature`);
  if ("events" in answer) {
    const schema = { type: "string", contentMediaType: "application/json", contentSchema: refTo(name) };
    const description = `Server-Sent Events; the data of each event is a ${name}. The stream continues until the client disconnects or the server ends it, for example when the session ends.`;
    return { 200: { description, content: { "text/event-stream": { schema } } } };
  }
  const { status, orStatus, orFiles = [] } = answer;
  const json = { "application/json": { schema: refTo(name) } };
  const content = { ...json, ...Object.fromEntries(orFiles.map((type) => [type, binary])) };
  const files = orFiles.length > 0 && { headers: ["Content-Disposition"] };
  return {
    [status]: { description: status === 201 ? "Created" : "Success", ...files, content },
    ...(orStatus && { [orStatus]: { description: "The resource already existed", content: json } }),
  };
}
