import { errorTypes } from "@hoplog/schema/errors.js";
import {
  astFromValue,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isInputObjectType,
  isObjectType,
  isRequiredArgument,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { z } from "zod";
import { graphql, type TestApi } from "../testApi.ts";
import type { Needs } from "../../kernel/access/needs.ts";
import { needsIn } from "../../kernel/contract/access.ts";
import { type Outcome, outcomeOf, type Row, type Send } from "./walk.ts";
import type { World } from "./world.ts";

/** Arguments of a row's field. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A row for a root field such as `Query.link`. All fields reachable from its result are requested too. */
export interface GraphqlRow extends Row<Arguments> {
  /** Fields that are too expensive to select for each entry of a list, such as `Link.history`. */
  readonly without?: readonly string[];
  /** Arguments of nested fields, by names such as `Link.clicks`. */
  readonly nested?: Readonly<Record<string, Arguments>>;
}

/**
 * Builds the operation that selects all fields reachable from a root field. Arguments are inlined, so that page sizes
 * are known when the operation is weighed.
 */
export function operationOf(schema: GraphQLSchema, row: GraphqlRow, given: Arguments): string {
  const { call } = row;
  const [rootName = "", name = ""] = call.split(".");
  const field = rootOf(schema, rootName)?.getFields()[name];
  if (!field) throw new Error(`the GraphQL schema has no field ${call}`);
  const inner = getNamedType(field.type);
  const below = isObjectType(inner) ? selectionOf(inner, [], row) : "";
  return `${rootName.toLowerCase()} { ${name}${argumentsOf(call, field, given)} ${below} }`;
}

function argumentsOf(call: string, { args }: GraphQLField<unknown, unknown>, given: Arguments): string {
  const unknown = Object.keys(given).filter((wanted) => !args.some((argument) => argument.name === wanted));
  if (unknown.length > 0) throw new Error(`${call} has no argument ${unknown.join(", ")}`);
  const list = args
    .filter((argument) => given[argument.name] !== undefined)
    .map((argument) => {
      const value = literalOf(given[argument.name], argument.type);
      if (value === null) throw new Error(`${call} does not accept the given value of ${argument.name}`);
      return `${argument.name}: ${value}`;
    });
  return list.length > 0 ? `(${list.join(", ")})` : "";
}

/** Formats a value as a literal of an operation; null if the type doesn't accept it. */
function literalOf(value: unknown, type: GraphQLInputType): string | null {
  const nullable = getNullableType(type);
  // graphql-js can't print scalars whose values are objects.
  if (value instanceof Date || getNamedType(type).name === "DateTime") return JSON.stringify(value);
  if (isInputObjectType(nullable) && typeof value === "object" && value !== null) {
    const known = nullable.getFields();
    const fields = Object.entries(value).map(([name, inner]) => {
      const field = known[name];
      return field ? `${name}: ${literalOf(inner, field.type)}` : name;
    });
    return `{ ${fields.join(", ")} }`;
  }
  const ast = astFromValue(value, type);
  return ast ? print(ast) : null;
}

/** Selects the fields of a type at any depth; a type below itself, such as a link in a link's group, has no objects. */
function selectionOf(type: GraphQLObjectType, above: readonly string[], row: GraphqlRow): string {
  const { without = [], nested = {} } = row;
  const again = above.includes(type.name);
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const call = `${type.name}.${field.name}`;
    if (without.includes(call)) return [];
    if (field.args.some(isRequiredArgument))
      throw new Error(`${call} has required arguments, so it cannot be selected`);
    const inner = getNamedType(field.type);
    const selected = field.name + argumentsOf(call, field, nested[call] ?? {});
    if (!isObjectType(inner)) return selected;
    return again ? [] : `${selected} ${selectionOf(inner, [...above, type.name], row)}`;
  });
  return `{ ${fields.join(" ")} }`;
}

/** Returns the fields of a root, such as `Query.link`. */
export function callsOf(schema: GraphQLSchema, root: string): string[] {
  return Object.keys(rootOf(schema, root)?.getFields() ?? {}).map((name) => `${root}.${name}`);
}

/** Returns the fields reachable from a root, such as `Link.group`, that none of its rows requests. */
export async function unrequestedFields(
  schema: GraphQLSchema,
  root: string,
  rows: readonly GraphqlRow[],
  world: World,
): Promise<string[]> {
  const selected = new Set<string>();
  for (const row of rows) {
    const operation = operationOf(schema, row, await row.request(world, "a stranger"));
    for (const field of fieldsIn(schema, operation)) selected.add(field);
  }
  return fieldsBelow(schema, root).filter((field) => !selected.has(field));
}

function fieldsBelow(schema: GraphQLSchema, root: string): string[] {
  const fieldsOf = new Map<string, string[]>();
  const add = (type: GraphQLObjectType): void => {
    if (fieldsOf.has(type.name)) return;
    const fields = Object.values(type.getFields());
    fieldsOf.set(
      type.name,
      fields.map(({ name }) => `${type.name}.${name}`),
    );
    for (const inner of fields.map((field) => getNamedType(field.type))) if (isObjectType(inner)) add(inner);
  };
  const type = rootOf(schema, root);
  if (type) add(type);
  return [...fieldsOf.values()].flat();
}

/** Returns the fields that an operation requests. */
function fieldsIn(schema: GraphQLSchema, operation: string): string[] {
  const fields: string[] = [];
  const types = new TypeInfo(schema);
  const note = () => void fields.push(`${types.getParentType()?.name}.${types.getFieldDef()?.name}`);
  visit(parse(operation), visitWithTypeInfo(types, { Field: note }));
  return fields;
}

/** Returns the permissions that a root field declares. */
export function needsOfField(schema: GraphQLSchema, call: string): Needs {
  const [rootName = "", name = ""] = call.split(".");
  return needsIn(rootOf(schema, rootName)?.getFields()[name]?.extensions ?? {});
}

function rootOf(schema: GraphQLSchema, name: string): GraphQLObjectType | undefined {
  const type = schema.getType(name);
  return isObjectType(type) ? type : undefined;
}

const failures = z.object({
  data: z.null().optional(),
  errors: z.tuple([z.object({ extensions: z.object({ type: z.enum(errorTypes) }) })]),
});

/** Sends a row over HTTP. Expects one error and no data, or data and no error. */
export function sendGraphql(api: TestApi, schema: GraphQLSchema, row: GraphqlRow): Send<Arguments> {
  return async (given, user, workspace) => {
    const { status, body } = await graphql(api, operationOf(schema, row, given), {}, user, workspace);
    return { outcome: graphqlOutcome(status, body), text: JSON.stringify(body), body };
  };
}

function graphqlOutcome(status: number, body: Readonly<Record<string, unknown>>): Outcome {
  if (!("errors" in body)) return outcomeOf(status, undefined);
  const type = failures.safeParse(body).data?.errors[0].extensions.type ?? "INTERNAL_ERROR";
  // AUTHENTICATION_ERROR is the only error with its own status in GraphQL.
  return type === "AUTHENTICATION_ERROR" ? outcomeOf(status, type) : type;
}
