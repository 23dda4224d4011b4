import { z } from "zod";
import { enumType } from "../calls/enumType.ts";
import { oneOf } from "../calls/parse.ts";
import { graphqlTypeOf, graphqlTypes } from "./graphqlTypes.ts";

/** Declares an enum once, for REST and GraphQL, from the description of each value. */
export function enumeration<Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
): z.ZodEnum<{ [V in Value]: V }> {
  const type = enumType(name, description, values);
  return z.enum(type).register(graphqlTypes, { type });
}

/** A value of an enum in an input of which the command itself refuses others, in its own words. */
export function uncheckedOf(of: z.ZodEnum<Readonly<Record<string, string>>>): z.ZodString {
  return oneOf(of.options).register(graphqlTypes, { type: graphqlTypeOf(of).returns() });
}
