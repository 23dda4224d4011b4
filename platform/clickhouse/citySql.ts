import { wantedCities } from "@hoplog/schema/clicks/cities.js";
import { plainLetters } from "@hoplog/schema/folded.js";

const letters = plainLetters.filter(([, plain]) => plain.length === 1);
const ligatures = plainLetters.filter(([, plain]) => plain.length > 1);

/**
 * Returns ClickHouse SQL for `folded` of schema/folded.ts. Replaces bytes that are not UTF-8, because they would make
 * the statement fail. Plain ASCII takes a shortcut; because of the cast the other branch is evaluated once per row that
 * needs it, not for a whole dictionary.
 */
export function foldedSql(text: string): string {
  return `if(${isAscii(text)}, lower(${text}), ${foldedLettersSql(text)})`;
}

function isAscii(text: string): string {
  return `(length(${text}) = lengthUTF8(${text}))`;
}

function foldedLettersSql(text: string): string {
  const valid = `toValidUTF8(CAST(${text} AS String))`;
  const bare = `lowerUTF8(replaceRegexpAll(normalizeUTF8NFKD(${valid}), '[\u0300-\u036f]', ''))`;
  const [from, to] = [letters.map(([letter]) => letter).join(""), letters.map(([, plain]) => plain).join("")];
  const plain = ligatures.reduce(
    (sql, [letter, two]) => `replaceAll(${sql}, '${letter}', '${two}')`,
    `translateUTF8(${bare}, '${from}', '${to}')`,
  );
  return `normalizeUTF8NFC(${plain})`;
}

/** Returns ClickHouse SQL for `cityName` of schema/clicks/cities.ts. */
export function cityNameSql(city: string): string {
  const district = `position(${city}, ' (')`;
  return `if(${district} > 1, substring(${city}, 1, ${district} - 1), ${city})`;
}

/** Returns ClickHouse SQL for `cityKey` of schema/clicks/cities.ts. */
export function cityKeySql(city: string): string {
  return foldedSql(cityNameSql(city));
}

/**
 * Returns ClickHouse SQL for the forms of a column's city to look up among wanted cities: with and without its
 * district.
 */
export function wantedForms(column: string): string {
  return `arrayDistinct([${cityKeySql(column)}, ${foldedSql(column)}])`;
}

/**
 * Returns ClickHouse SQL for whether a column's city is a wanted one, as `isCityAmong` decides; `wanted` is SQL for
 * `wantedCities(values)`.
 */
export function isCityAmongSql(column: string, values: readonly string[], wanted: string): string {
  const isIn = (text: string) =>
    `(lower(${text}) IN ${wanted} OR (NOT ${isAscii(text)} AND ${foldedLettersSql(text)} IN ${wanted}))`;
  const isName = isIn(cityNameSql(column));
  const hasDistrict = wantedCities(values).some((value) => value.includes(" ("));
  return hasDistrict ? `(${isName} OR ${isIn(column)})` : isName;
}
