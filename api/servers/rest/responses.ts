import { z } from "zod";
import { isForPeople, isIdempotent, type Operation } from "../../kernel/calls/operation.ts";
import { deprecationHeadersOf } from "./deprecations.ts";
import { refTo } from "./namedShapes.ts";
import type { Json } from "./schemas.ts";

/** Response names by schema. */
export type Names = ReadonlyMap<z.ZodObject, string>;

/** Failures by status: component name and description. */
const failures: Readonly<Record<number, readonly [name: string, text: string]>> = {
  400: ["BadRequest", "A request that can't be read: no JSON, or not for one host"],
  401: ["Unauthorized", "No valid API key or token, or a failed log-in"],
  403: [
    "Forbidden",
    "Not allowed: a scope that the API key lacks, a ban, or not from the browser that it has to come from",
  ],
  404: ["NotFound", "Not there, or somebody else's"],
  408: ["RequestTimeout", "The request took too long to arrive"],
  409: ["Conflict", "Taken by something else, or under way"],
  412: ["PreconditionFailed", "Changed meanwhile: another ETag than If-Match names"],
  413: ["ContentTooLarge", "Too large"],
  415: ["UnsupportedMediaType", "Of a type that is not taken"],
  422: ["UnprocessableContent", "A field that can't be taken"],
  429: ["TooManyRequests", "Too many requests; see Retry-After"],
  431: ["HeadersTooLarge", "The address and the headers are too long"],
  500: ["InternalError", "A failure of ours"],
  501: ["NotImplemented", "Not configured here"],
  503: ["Unavailable", "A database is away; see Retry-After"],
};

const header = (description: string, schema: Json) => ({ description, schema });
const amount = { type: "integer", minimum: 0 };

/** Response headers by name, as components. */
const headers: Readonly<Record<string, Json>> = {
  ETag: header("Of what is answered, for If-Match: another one once somebody has edited it", { type: "string" }),
  "Retry-After": header("Seconds after which the call may be tried again", amount),
  "RateLimit-Limit": header("Calls in a minute of the caller's address, or of its API key if that has a limit", amount),
  "RateLimit-Remaining": header("Calls that are left of them", amount),
  "RateLimit-Reset": header("Seconds until all are there again", amount),
  "Idempotent-Replayed": header("true: this was done before, with the same Idempotency-Key", { type: "string" }),
  "X-Request-Id": header("The request's id, which stands in the log of the server as well", { type: "string" }),
  Deprecation: header("Since when the call, or something in its answer, is deprecated: `@` and seconds since 1970", {
    type: "string",
  }),
  Sunset: header("When what is deprecated will be removed, if that is known", { type: "string" }),
  Link: header('Where the reference says what is deprecated, with `rel="deprecation"`', { type: "string" }),
  Location: header("Where it leads on", { type: "string" }),
  "Content-Disposition": header("The file's name", { type: "string" }),
};

/** Returns only the headers that the document refers to: `Sunset` is used only once a deprecation has an end. */
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
  if (name === undefined) throw new Error(`a failure with status ${status} is not described`);
  return name;
}

/** Returns all failures as components. */
export function failureResponses(): Json {
  return Object.fromEntries(
    Object.entries(failures).map(([status, [name, description]]) => {
      const waits = ["409", "429", "503"].includes(status);
      // Node rejects these before any limit is counted.
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

function goodResponses({ answer }: Operation, names: Names): Readonly<Record<string, Json>> {
  if (answer === "redirect") return { 302: { description: "Leads on", headers: ["Location"] } };
  if (answer === "zip")
    return {
      200: { description: "The archive", headers: ["Content-Disposition"], content: { "application/zip": binary } },
    };
  if (answer === "image") return { 200: { description: "The image", content: { "image/*": binary } } };
  if (answer === "page") {
    const content = { "text/html": { schema: { type: "string" } } };
    return { 200: { description: "It is done", content }, 410: { description: "The link has ended", content } };
  }
  const name = names.get("events" in answer ? answer.events : answer.is);
  if (name === undefined) throw new Error("an operation has an answer that no feature names");
  if ("events" in answer) {
    const schema = { type: "string", contentMediaType: "application/json", contentSchema: refTo(name) };
    const description = `Server-Sent Events; the data of each is a ${name}. It goes on until the client or the session ends.`;
    return { 200: { description, content: { "text/event-stream": { schema } } } };
  }
  const { status, orStatus, orFiles = [] } = answer;
  const json = { "application/json": { schema: refTo(name) } };
  const content = { ...json, ...Object.fromEntries(orFiles.map((type) => [type, binary])) };
  const files = orFiles.length > 0 && { headers: ["Content-Disposition"] };
  return {
    [status]: { description: status === 201 ? "Made" : "Done", ...files, content },
    ...(orStatus && { [orStatus]: { description: "It was there", content: json } }),
  };
}
