import type { Document, Operation, Schema } from "./document.ts";
import { type Name, namer } from "./names.ts";

/** Field of a list's last item that is passed as `before`, by operation; the id for other operations. */
const lastFields: Readonly<Record<string, string>> = { listExportFiles: "startAt" };

/** Source text of one client method: `type` is its result and `code` its request. */
export interface MethodSource {
  readonly name: Name;
  readonly doc: readonly string[];
  readonly parameters: readonly string[];
  readonly type: string;
  readonly names: readonly string[];
  readonly code: string;
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Returns the methods of a document; throws if two have the same name. */
export function methodsOf(document: Document): MethodSource[] {
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const schemaOf = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : (document.components.schemas[nameOf(schema)] ?? {});
  const facts = routes.map(({ path, method, operation }) => {
    const data = schemaOf(goodAnswer(operation)["application/json"]?.schema ?? {}).properties?.["data"];
    return { path, method, operationId: operation.operationId, answersList: data?.type === "array" };
  });
  const nameOfRoute = namer(facts);
  const made = routes.flatMap((route, index) => {
    const fact = facts[index];
    return fact ? sourcesOf(route, nameOfRoute(fact), schemaOf) : [];
  });
  const names = made.map(({ name }) => name.join("."));
  const doubled = names.filter((name, index) => names.indexOf(name) !== index);
  if (doubled.length > 0)
    throw new Error(
      `Several operations would become ${doubled.join(", ")}: add an exception in sdk/generator/names.ts`,
    );
  return made;
}

/** Returns an operation's methods; none for pages and redirects, which only browsers use. */
function sourcesOf(route: Route, name: Name, schemaOf: (ref: Schema) => Schema): MethodSource[] {
  const { operation, method, path } = route;
  const answer = goodAnswer(operation);
  const types = Object.keys(answer);
  if (types.length === 0 || types.includes("text/html")) return [];

  const has = argumentsOf(route);
  const { summary, description, deprecated } = operation;
  const doc = [summary, ...(description ? ["", description] : []), ...(deprecated ? ["@deprecated"] : [])];
  const parameters = has.map(({ text }) => text);
  const names = has.map((one) => one.name);
  const common = { doc, parameters, names };
  const address = `\`${path.replaceAll(/\{(\w+)\}/g, (_, id: string) => `\${pathPart(${id})}`)}\``.replace(
    /^`([^$]*)`$/,
    '"$1"',
  );
  const verb = JSON.stringify(method.toUpperCase());
  const fields = [
    ...(names.includes("query") ? ["query"] : []),
    ...(names.includes("body") ? ["body"] : []),
    ...(names.includes("octets") ? ["octets"] : []),
    ...(isKeyed(route) ? ["isKeyed: true"] : []),
  ];
  const sent = (more: readonly string[] = []) => `{ ${[...fields, ...more].join(", ")} }`.replace("{  }", "{}");

  const events = answer["text/event-stream"]?.schema.contentSchema;
  if (events) {
    const code = `events(${address}, ${names.includes("query") ? "query" : "{}"}, options)`;
    return [{ ...common, name, type: `AsyncIterable<LiveMessage<Schemas["${nameOf(events)}"]>>`, code }];
  }
  const fileTypes = types.filter((type) => type !== "application/json");
  const json = answer["application/json"]?.schema;
  const file = {
    ...common,
    name: json ? [...name.slice(0, -1), `${name.at(-1)}File`] : name,
    type: "Promise<Download>",
    code: `file(${verb}, ${address}, ${sent()}, options)`,
  };
  if (!json) return [file];

  const asked = jsonMethod(route, json, schemaOf);
  const code = asked.pages
    ? `pages(${address}, query, options, ${asked.pages})`
    : `${asked.kind}(${verb}, ${address}, ${sent()}, options${asked.beside})`;
  return [{ ...common, name, type: asked.type, code }, ...(fileTypes.length > 0 ? [file] : [])];
}

/** Returns the request function, result type and arguments of a method whose response is JSON. */
function jsonMethod(
  { operation, method }: Route,
  json: Schema,
  schemaOf: (schema: Schema) => Schema,
): { type: string; kind: string; beside: string; pages?: string } {
  const whole = `Schemas["${nameOf(json)}"]`;
  const { properties = {} } = schemaOf(json);
  const { data, pagination, next } = properties;
  const fields = Object.keys(properties).filter((field) => !["success", "message", "data"].includes(field));
  if (!data) {
    if (fields.length > 0) return { kind: "whole", type: `Promise<${whole}>`, beside: "" };
    return { kind: "done", type: "Promise<void>", beside: "" };
  }
  const goesBack = operation.parameters?.some(({ name }) => name === "before") ?? false;
  const last = goesBack ? (lastFields[operation.operationId] ?? "_id") : undefined;
  if (method === "get" && (pagination || next || last)) {
    const items = data.type === "array" ? undefined : listIn(schemaOf(data));
    const by = pagination ? `by: "pagination"` : next ? `by: "after"` : `by: "before", field: "${last}"`;
    const list = items === undefined ? `${whole}["data"]` : `${whole}["data"]["${items}"]`;
    const pages = `{ ${by}${items === undefined ? "" : `, items: "${items}"`} }`;
    return { kind: "pages", type: `Paged<Item<${list}>, ${whole}>`, beside: "", pages };
  }
  // Some responses contain their data also under an older name.
  const beside = fields.filter(
    (field) => properties[field]?.$ref === undefined || properties[field].$ref !== data.$ref,
  );
  const named = beside.map((field) => JSON.stringify(field));
  return {
    kind: "data",
    type: `Promise<Data<${[whole, ...(named.length > 0 ? [named.join(" | ")] : [])].join(", ")}>>`,
    beside: named.length > 0 ? `, [${named.join(", ")}]` : "",
  };
}

function listIn({ properties = {} }: Schema): string {
  const found = Object.entries(properties).find(([, { type }]) => type === "array");
  if (!found) throw new Error("The data of a paginated response contains no list");
  return found[0];
}

function argumentsOf({ path, operation }: Route): { name: string; text: string }[] {
  const id = JSON.stringify(operation.operationId);
  const queries = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
  const isRequired = queries.some(({ required }) => required);
  const takesOctets = operation.requestBody?.content["application/octet-stream"] !== undefined;
  return [
    ...Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => ({ name, text: `${name}: string` })),
    ...(operation.requestBody && !takesOctets ? [{ name: "body", text: `body: Body<${id}>` }] : []),
    ...(takesOctets ? [{ name: "octets", text: "octets: Octets" }] : []),
    ...(queries.length > 0 ? [{ name: "query", text: `query${isRequired ? "" : "?"}: Query<${id}>` }] : []),
    { name: "options", text: "options?: CallOptions" },
  ];
}

/** Returns whether the client sends an idempotency key, so that repeated requests create only one resource. */
function isKeyed({ operation }: Route): boolean {
  return operation.parameters?.some(({ name }) => name === "Idempotency-Key") ?? false;
}

function goodAnswer({ responses }: Operation): Readonly<Record<string, { readonly schema: Schema }>> {
  return Object.assign({}, ...["200", "201"].map((status) => responses[status]?.content ?? {}));
}

function nameOf({ $ref = "" }: Schema): string {
  return $ref.slice($ref.lastIndexOf("/") + 1);
}
