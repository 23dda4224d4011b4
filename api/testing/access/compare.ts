/** An object in a response. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Paths to GraphQL's values by REST's field names, if they differ, relative to the object with REST's field: `tags:
 * "tags.name"`. A name such as `groupId._id` applies only below `groupId`. A function computes the value from GraphQL's
 * object.
 */
export type Names = Readonly<Record<string, string | ((of: Fields) => unknown)>>;

/** Fields that differ on purpose, by REST's names, and the reason. */
export type Exceptions = Readonly<Record<string, string>>;

/**
 * Compares REST's response with GraphQL's and returns a line for each REST value that is missing or different in
 * GraphQL. If GraphQL has no object for one of REST's, it looks for the fields in the enclosing object:
 * `createdBy.user`.
 */
export function differences(rest: unknown, graphql: unknown, names: Names, except: Exceptions = {}): string[] {
  return differ(rest, graphql, [], { names, except });
}

interface Known {
  readonly names: Names;
  readonly except: Exceptions;
}

function differ(rest: unknown, graphql: unknown, path: readonly string[], known: Known): string[] {
  if (Array.isArray(rest)) {
    if (!Array.isArray(graphql)) return [lineOf(path, rest, graphql)];
    const inside = rest.flatMap((value, i) => differ(value, graphql[i], [...path, String(i)], known));
    return rest.length === graphql.length ? inside : [lineOf(path, rest, graphql), ...inside];
  }
  if (isFields(rest)) return Object.keys(rest).flatMap((key) => differAt(key, rest[key], graphql, path, known));
  return isSame(rest, graphql) ? [] : [lineOf(path, rest, graphql)];
}

function differAt(key: string, rest: unknown, graphql: unknown, path: readonly string[], known: Known): string[] {
  const { names, except } = known;
  const below = `${path.findLast((part) => !/^\d+$/.test(part)) ?? ""}.${key}`;
  if (except[below] !== undefined || except[key] !== undefined) return [];
  const name = names[below] ?? names[key] ?? key;
  const found = typeof name === "string" ? valueAt(graphql, name) : isFields(graphql) ? name(graphql) : undefined;
  const isEnclosing = isFields(rest) && !isFields(found);
  return differ(rest, isEnclosing ? graphql : found, [...path, key], known);
}

/** Returns the value at a path of names and indexes; for a list, the values at the path from each entry. */
export function valueAt(value: unknown, path: string): unknown {
  if (path === "") return value;
  const [name = "", ...rest] = path.split(".");
  if (Array.isArray(value)) {
    return /^\d+$/.test(name) ? valueAt(value[Number(name)], rest.join(".")) : value.map((each) => valueAt(each, path));
  }
  return isFields(value) ? valueAt(value[name], rest.join(".")) : undefined;
}

/** Counts the values of a response; an empty list or object has none. */
export function countValues(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, each) => sum + countValues(each), 0);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isMoment = /^\d{4}-\d\d-\d\dT/;

/** Compares values; times may have different formats. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== "string" || typeof b !== "string" || !isMoment.test(a) || !isMoment.test(b)) return a === b;
  return Date.parse(a) === Date.parse(b);
}

function lineOf(path: readonly string[], rest: unknown, graphql: unknown): string {
  return `${path.join(".")}: REST shows ${JSON.stringify(rest)}, GraphQL ${JSON.stringify(graphql) ?? "no such field"}`;
}
