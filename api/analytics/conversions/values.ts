import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { cityKeySql, cityNameSql, wantedForms } from "@hoplog/platform/clickhouse/citySql.js";
import { wantedCities, wantedCity } from "@hoplog/schema/clicks/cities.js";
import { type ListedFieldName, listedFields } from "@hoplog/schema/clicks/filters.js";
import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import type { ClickQuestion } from "../../clicks/questions/question.ts";
import { clicksSource } from "../../clicks/questions/source.ts";
import { select } from "../../clicks/clickhouse/select.ts";
import { conversionsOf, type Converted, converted, convertedOf, sums } from "./converted.ts";
import { type ConvertedFigures, withRate } from "./figures.ts";
import { oneOf } from "./oneOf.ts";

export interface ConvertedValue extends ConvertedFigures {
  /** Value of the field: the id for links; empty if unknown. */
  readonly value: string;
}

export type ConvertedField = "link" | ListedFieldName;

/**
 * Returns a field's values, or only those in `only`, with the most leads and sales. Each language of a click counts.
 */
export async function conversionTops(
  clickhouse: ClickHouseClient,
  question: ClickQuestion,
  field: ConvertedField,
  limit: number,
  only: readonly string[] = [],
): Promise<ConvertedValue[]> {
  checkedLists([{ field, values: only }]);
  const [sold, clicked] = [conversionsOf(question), clicksSource(question)];
  const value = valueOf(field, only.length > 0);
  const wanted = oneOf("value", asCompared(field, only), "only");
  const names =
    field === "city" && only.length === 0 ? `, sumMap(map(${cityNameSql("toString(city)")}, 1)) AS names` : "";
  const rows = await select(
    clickhouse,
    z.object({ value: z.string(), names: z.record(z.string(), z.coerce.number()).optional(), ...converted }),
    `SELECT ${value} AS value, ${sums}${names} FROM conversions FINAL WHERE ${sold.sql}
     GROUP BY value HAVING ${only.length > 0 ? wanted.sql : "true"}
     ORDER BY leads + sales DESC, value LIMIT {limit: UInt32}`,
    { ...sold.params, ...wanted.params, limit },
  );
  if (rows.length === 0) return [];
  const found = oneOf(
    "value",
    rows.map((row) => row.value),
    "found",
  );
  const clicks = await select(
    clickhouse,
    z.object({ value: z.string(), people: z.coerce.number() }),
    `SELECT ${value} AS value, countIf(NOT is_bot) AS people FROM clicks WHERE ${clicked.sql}
     GROUP BY value HAVING ${found.sql}`,
    { ...clicked.params, ...found.params },
  );
  const people = new Map(clicks.map((row) => [row.value, row.people]));
  const spelled = spellings(field, only);
  return rows.flatMap(({ value: found, names: shown, ...row }) => {
    const figures = withRate(row, people.get(found) ?? 0);
    const values = shown === undefined ? spelled(found) : [mostFrequent(shown)];
    return values.map((of) => ({ value: of, ...figures }));
  });
}

/** Returns the values in the form that queries compare. */
function asCompared(field: ConvertedField, values: readonly string[]): readonly string[] {
  return field === "city" ? wantedCities(values) : values;
}

/** Returns a function that finds the requested values that match a found one. */
function spellings(field: ConvertedField, asked: readonly string[]): (found: string) => readonly string[] {
  if (field !== "city") return (found) => [found];
  const byCompared = Map.groupBy(new Set(asked), wantedCity);
  return (found) => byCompared.get(found) ?? [];
}

function mostFrequent(counts: Readonly<Record<string, number>>): string {
  const [first] = Object.entries(counts).toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return first?.[0] ?? "";
}

/** Returns SQL for the compared value. All districts of a city count as one, unless specific cities are requested. */
function valueOf(name: ConvertedField, isAsked: boolean): string {
  const field = listedFields.find((listed) => listed.name === name);
  if (!field) return "toString(link_id)";
  const text = `toString(${field.column})`;
  if (field.kind === "city") return isAsked ? `arrayJoin(${wantedForms(text)})` : cityKeySql(text);
  return field.kind === "list" ? `arrayJoin(splitByChar(',', ${field.column}))` : text;
}

/** Values of a field, as returned by top lists of clicks. */
export interface DimensionValues<Field = ListedFieldName> {
  readonly field: Field;
  readonly values: readonly string[];
}

export interface ConvertedEntry extends Converted {
  readonly value: string;
}

/** Counts the conversions of clicks with the given values. Values without conversions are omitted. */
export async function conversionsByValue<Field extends ConvertedField>(
  clickhouse: ClickHouseClient,
  question: ClickQuestion,
  lists: readonly DimensionValues<Field>[],
): Promise<ReadonlyMap<Field, readonly ConvertedEntry[]>> {
  const found = new Map(lists.map(({ field }): [Field, ConvertedEntry[]] => [field, []]));
  for (const part of parts(lists)) {
    for (const [field, entry] of await countPart(clickhouse, question, part)) found.get(field)?.push(entry);
  }
  return found;
}

/** Splits lists into parts whose values fit into a URL; usually there is one part. */
function* parts<Field>(lists: readonly DimensionValues<Field>[]): Generator<DimensionValues<Field>[]> {
  let part: { field: Field; values: string[] }[] = [];
  let bytes = 0;
  for (const { field, values } of lists) {
    for (const value of values) {
      const length = Buffer.byteLength(value);
      if (bytes + length > limits.convertedBytesMax) {
        yield part;
        [part, bytes] = [[], 0];
      }
      bytes += length;
      const last = part.at(-1);
      if (last?.field === field) last.values.push(value);
      else part.push({ field, values: [value] });
    }
  }
  if (part.length > 0) yield part;
}

async function countPart<Field extends ConvertedField>(
  clickhouse: ClickHouseClient,
  question: ClickQuestion,
  lists: readonly DimensionValues<Field>[],
): Promise<(readonly [Field, ConvertedEntry])[]> {
  const { sql, params } = conversionsOf(question);
  const pairs = lists.map(({ field }) => pairsOf(field));
  const listed = lists.map(({ field, values }, i) => oneOf("value", asCompared(field, values), `listed${i}`));
  const rows = await select(
    clickhouse,
    z.object({ place: z.number(), value: z.string(), ...converted }),
    // Counts all fields in one pass over the conversions.
    `SELECT place, value, ${sums} FROM (
       SELECT type, amount, currency, is_bot,
         arrayJoin(arrayConcat(${pairs.map((pair, i) => `arrayMap(v -> (toUInt8(${i}), v), ${pair})`).join(", ")})) AS pair,
         pair.1 AS place, pair.2 AS value
       FROM conversions FINAL WHERE ${sql})
     WHERE ${listed.map((one, i) => `(place = ${i} AND ${one.sql})`).join(" OR ")} GROUP BY place, value`,
    Object.assign({ ...params }, ...listed.map((one) => one.params)),
  );
  return rows.flatMap(({ place, value, ...row }) => {
    const list = lists[place];
    if (!list) return [];
    const spelled = spellings(list.field, list.values)(value);
    return spelled.map((of) => [list.field, { value: of, ...convertedOf(row) }] as const);
  });
}

function pairsOf(name: ConvertedField): string {
  const field = listedFields.find((listed) => listed.name === name);
  if (!field) return "[toString(link_id)]";
  if (field.kind === "city") return wantedForms(`toString(${field.column})`);
  return field.kind === "list" ? `splitByChar(',', ${field.column})` : `[toString(${field.column})]`;
}

/**
 * Validates the lists. Throws VALIDATION_ERROR on `values` for repeated fields, and for too many or too long values.
 */
export function checkedLists<Field extends ConvertedField>(
  lists: readonly DimensionValues<Field>[],
): readonly DimensionValues<Field>[] {
  const fail = (message: string) => validationError([{ field: "values", message }]);
  const { longTopList, filterMax, convertedBytesMax } = limits;
  if (new Set(lists.map(({ field }) => field)).size < lists.length) throw fail("List each field only once");
  const texts = lists.flatMap(({ values }) => values);
  if (lists.some(({ values }) => values.length > longTopList))
    throw fail(`Must contain at most ${longTopList} values per field`);
  if (texts.some((text) => text.length > filterMax)) throw fail(`A value cannot exceed ${filterMax} characters`);
  if (texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) > convertedBytesMax) {
    throw fail(`All values together cannot exceed ${convertedBytesMax} bytes`);
  }
  return lists;
}
