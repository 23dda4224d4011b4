import { isJson, type Json } from "./schemas.ts";

/** Schemas by their names in `#/components/schemas/`. */
export type Components = Map<string, Json>;

export function refTo(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * Names every object inside a schema: by its title, or by its parent's name and the property's. Otherwise generators
 * would invent names that change with the surrounding schema. Throws if two shapes would have the same name.
 */
export function nameShapes(name: string, schema: Json, components: Components): void {
  put(components, name, inside(schema, stemOf(name), components));
}

/** Replaces object schemas by references to named components, also inside other schemas. */
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

/** Returns the name of a response or body without its suffix, which starts the names of the objects in it. */
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

/** Capitalizes the first letter, such as `CreateUrl` for `createUrl`. */
export function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
