import { z } from "zod";
import { registerEnumType } from "type-graphql";
import { oneOf } from "./parse.ts";
import { graphqlTypeOf, graphqlTypes } from "./graphqlTypes.ts";

/**
 * Registers a GraphQL enum from the description of each value. Values have the same names in GraphQL and REST: in
 * lowerCamelCase, unless a standard spells them differently, such as DNS record types.
 */
export function enumType<V extends string>(
  name: string,
  description: string,
  values: Readonly<Record<V, string>>,
): { readonly [K in V]: K };
export function enumType(name: string, description: string, values: Readonly<Record<string, string>>) {
  const described = Object.entries(values);
  const type = Object.fromEntries(described.map(([value]) => [value, value]));
  const valuesConfig = Object.fromEntries(described.map(([value, meaning]) => [value, { description: meaning }]));
  registerEnumType(type, { name, description, valuesConfig });
  return type;
}

/** Declares an enum once, for REST and GraphQL, from the description of each value. */
export function enumeration<Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
): z.ZodEnum<{ [V in Value]: V }> {
  const type = enumType(name, description, values);
  return z.enum(type).register(graphqlTypes, { type });
}

/**
 * Returns a schema for an enum value that accepts any string, because the command rejects unknown values with its own
 * message.
 */
export function uncheckedOf(of: z.ZodEnum<Readonly<Record<string, string>>>): z.ZodString {
  return oneOf(of.options).register(graphqlTypes, { type: graphqlTypeOf(of).returns() });
}
