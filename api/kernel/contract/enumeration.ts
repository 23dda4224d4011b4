import { z } from "zod";
import { enumType } from "../calls/enumType.ts";
import { graphqlTypes } from "./graphqlTypes.ts";

/** Declares an enum once, for REST and GraphQL, from the description of each value. */
export function enumeration<Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
): z.ZodEnum<{ [V in Value]: V }> {
  const type = enumType(name, description, values);
  return z.enum(type).register(graphqlTypes, { type });
}
