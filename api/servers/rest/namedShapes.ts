import { isJson, type Json } from "./schemas.ts";

/** Schemas by the names that `#/components/schemas/` has for them. */
export type Components = Map<string, Json>;

export function refTo(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * Gives every object inside a schema a name: its title, or else the name of the one around it with the property's. Generators would
 * otherwise make up names of their own, which change with whatever is around them. Throws where two shapes would have one name.
 */
export function nameShapes(name: string, schema: Json, components: Components): void {
  put(components, name, inside(schema, stemOf(name), components));
}

/** A reference to the shape of a schema that is an object; other schemas as they are, with references inside. */
function named(schema: Json, name: string, components: Components): Json {
  if (!isJson(schema["properties"])) return inside(schema, name, components);
  const { title, description, deprecated, ...shape } = schema;
  const own = typeof title === "string" ? title : name;
  put(components, own, inside(shape, own, components));
  return {
    ...refTo(own),
    ...(description !== undefined && { description }),
    ...(deprecated === true && { deprecated }),
  };
}

function inside(schema: Json, name: string, components: Components): Json {
  const { properties, items, anyOf, additionalProperties, title: _title, ...rest } = schema;
  const each = (given: unknown, called: string) => (isJson(given) ? named(given, called, components) : given);
  return {
    ...rest,
    ...(isJson(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([property, of]) => [property, each(of, joined(name, property))]),
      ),
    }),
    ...(items !== undefined && { items: each(items, singular(name)) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map((of: unknown) => each(of, name)) }),
    ...(additionalProperties !== undefined && { additionalProperties: each(additionalProperties, singular(name)) }),
  };
}

function put(components: Components, name: string, shape: Json): void {
  const before = components.get(name);
  if (before && JSON.stringify(before) !== JSON.stringify(shape))
    throw new Error(`Two shapes of the OpenAPI document are named ${name}: give one a title`);
  components.set(name, shape);
}

/** What an answer or a body holds is named without it. */
function stemOf(name: string): string {
  return name.replace(/(Answer|Body)$/, "");
}

function joined(name: string, property: string): string {
  if (property === "data" && !name.endsWith("Message")) return name;
  return `${name.replace(/Message$/, "")}${pascal(property.replace(/^_/, ""))}`;
}

function singular(name: string): string {
  return name
    .replace(/ies$/, "y")
    .replace(/sses$/, "ss")
    .replace(/([^s])s$/, "$1");
}

/** `CreateUrl` for createUrl. */
export function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
