import { registerEnumType } from "type-graphql";

/**
 * Registers a GraphQL enum from the description of each value. Values have the same names in GraphQL and REST: in
 * lowerCamelCase, except those that a standard writes otherwise, such as types of DNS records.
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
