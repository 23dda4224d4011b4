// Required by type-graphql before any of its decorators is called.
import "reflect-metadata";
import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Float, Int } from "type-graphql";
import { z } from "zod";
import type { Deprecation } from "../calls/operation.ts";
import { deprecationOf } from "./deprecation.ts";

/** A class or an enum object that type-graphql has registered, or a scalar. */
type GraphqlName = object;

/** GraphQL types of schemas whose kind does not determine their type: objects, enums, and transformed values. */
export const graphqlTypes = z.registry<{ readonly type: GraphqlName }>();

/** A type in the form that type-graphql's decorators accept. */
export interface GraphqlType {
  readonly returns: () => GraphqlName | GraphqlName[];
  readonly options: {
    readonly nullable: boolean;
    readonly description?: string;
    readonly defaultValue?: unknown;
    readonly deprecationReason?: string;
  };
}

/**
 * Derives the GraphQL type of a field or an argument from its schema. Throws if the schema has no equivalent in
 * GraphQL.
 */
export function graphqlTypeOf(schema: z.core.$ZodType): GraphqlType {
  const { value, isNullable, description, defaultValue, deprecation } = unwrapped(schema);
  const isList = value instanceof z.ZodArray;
  const named = nameOf(isList ? unwrapped(value.element).value : value);
  return {
    returns: () => (isList ? [named] : named),
    options: {
      nullable: isNullable && defaultValue === undefined,
      ...(description !== undefined && { description }),
      ...(defaultValue !== undefined && { defaultValue }),
      ...reasonOf(deprecation),
    },
  };
}

/** Returns the GraphQL deprecation reason; empty if the field is not deprecated. */
export function reasonOf(deprecation: Deprecation | undefined): { readonly deprecationReason?: string } {
  return deprecation ? { deprecationReason: deprecation.instead } : {};
}

interface Unwrapped {
  readonly value: z.core.$ZodType;
  readonly isNullable: boolean;
  readonly description: string | undefined;
  readonly defaultValue: unknown;
  readonly deprecation: Deprecation | undefined;
}

function unwrapped(schema: z.core.$ZodType): Unwrapped {
  const description = z.globalRegistry.get(schema)?.description;
  const deprecation = deprecationOf(schema);
  const inner = innerOf(schema);
  if (!inner) return { value: schema, isNullable: false, description, defaultValue: undefined, deprecation };
  const of = unwrapped(inner);
  return {
    value: of.value,
    isNullable: of.isNullable || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional,
    description: description ?? of.description,
    defaultValue: schema instanceof z.ZodDefault ? schema.def.defaultValue : of.defaultValue,
    deprecation: deprecation ?? of.deprecation,
  };
}

function innerOf(schema: z.core.$ZodType): z.core.$ZodType | null {
  if (graphqlTypes.get(schema)) return null;
  if (schema instanceof z.ZodPipe) return innerOfPipe(schema);
  const wraps =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly;
  return wraps ? schema.unwrap() : null;
}

/**
 * Returns the schema inside a pipe, because REST parses strings first, while GraphQL uses its scalars. Throws if a
 * transform follows, because only REST would apply it.
 */
function innerOfPipe({ in: first, out }: z.ZodPipe): z.core.$ZodType {
  if (first instanceof z.ZodTransform) return out;
  if (out instanceof z.ZodTransform)
    throw new Error("a schema with a transformation needs a GraphQL type: register one in graphqlTypes");
  return first;
}

function nameOf(schema: z.core.$ZodType): GraphqlName {
  const registered = graphqlTypes.get(schema);
  if (registered) return registered.type;
  if (schema instanceof z.ZodUUID) return GraphQLUUID;
  if (schema instanceof z.ZodISODateTime) return GraphQLDateTime;
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return String;
  if (schema instanceof z.ZodBoolean) return Boolean;
  if (schema instanceof z.ZodNumber) return isWhole(schema) ? Int : Float;
  throw new Error(`a schema of kind ${schema._zod.def.type} has no GraphQL type: register one in graphqlTypes`);
}

function isWhole(schema: z.ZodNumber): boolean {
  return schema instanceof z.ZodNumberFormat || z.globalRegistry.get(schema)?.["type"] === "integer";
}

/** A class that represents a type or a resolver in type-graphql. */
export type Made = new () => object;

/** Creates a class for type-graphql's decorators, which can be called as functions. */
export function makeClass(): Made {
  return class extends Object {};
}

/** Adds a method to a class; call its decorators afterwards. */
export function method(made: Made, name: string, run: (...parameters: never[]) => unknown): void {
  Object.defineProperty(made.prototype, name, { value: run });
}
