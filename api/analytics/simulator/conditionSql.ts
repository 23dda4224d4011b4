import {
  type Condition,
  continents,
  type FieldCondition,
  fieldConditionsOf,
  weekdays,
} from "@hoplog/schema/links/options/condition.js";
import { wantedCities } from "@hoplog/schema/clicks/cities.js";
import { systemName } from "@hoplog/schema/clicks/systems.js";
import { isCityAmongSql } from "@hoplog/platform/clickhouse/citySql.js";
import { parameterName } from "@hoplog/platform/visitor/campaign.js";
import { countriesOf } from "@hoplog/platform/visitor/continent.js";

/** An expression over columns of `clicks`, with its parameters. */
export interface Sql {
  readonly sql: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Converts a condition to SQL that returns 1 or 0 for a recorded click, or NULL if the stored data does not determine
 * it. Parameter names start with `prefix`. ClickHouse's AND, OR and NOT treat NULL as unknown.
 */
export function conditionSql(condition: Condition, timeZone: string, prefix: string): Sql {
  const params: Record<string, unknown> = {};
  const bind = (type: string, value: unknown): string => {
    const name = `${prefix}${Object.keys(params).length}`;
    params[name] = value;
    return `{${name}: ${type}}`;
  };
  const of = (one: Condition): string => {
    if ("all" in one) return `(${one.all.map(of).join(" AND ")})`;
    if ("any" in one) return `(${one.any.map(of).join(" OR ")})`;
    if ("not" in one) return `(NOT ${of(one.not)})`;
    return fieldSql(one, timeZone, bind);
  };
  return { sql: of(condition), params };
}

type Bind = (type: string, value: unknown) => string;

const unknown = "CAST(NULL AS Nullable(UInt8))";

function fieldSql(condition: FieldCondition, timeZone: string, bind: Bind): string {
  const { field, op, values } = condition;
  const lower = values.map((value) => value.toLowerCase());
  switch (field) {
    case "country":
    case "region":
    case "device":
    case "browser":
      return textSql(`lowerUTF8(${field})`, op, lower, bind);
    case "city": {
      const isIn = isCityAmongSql("city", values, bind("Array(String)", wantedCities(values)));
      return op === "notIn" ? `(NOT ${isIn})` : `(${isIn})`;
    }
    case "os":
      return textSql(
        "lowerUTF8(os)",
        op,
        values.map((value) => systemName(value).toLowerCase()),
        bind,
      );
    case "continent": {
      const wanted = continents.filter((continent) => lower.includes(continent.toLowerCase()));
      return textSql("country", op, wanted.flatMap(countriesOf), bind);
    }
    case "referrer":
      return op === "contains" ? textSql("referrer", op, lower, bind) : referrerSql(op, lower, bind);
    case "language":
      return languageSql(op, lower, bind);
    case "visitor": {
      // Whether a visitor is a bot is stored with each click.
      return textSql("if(is_bot, 'bot', 'person')", op, lower, bind);
    }
    case "weekday": {
      const days = lower.map((day) => weekdays.findIndex((weekday) => weekday === day));
      // 1 is Monday, 7 Sunday.
      return numberSql(`toDayOfWeek(at, 0, ${bind("String", timeZone)}) % 7`, op, days, bind);
    }
    case "hour":
      return numberSql(`toHour(at, ${bind("String", timeZone)})`, op, values.map(Number), bind);
    case "before":
    case "after": {
      const instant = `fromUnixTimestamp64Milli(${bind("Int64", Date.parse(values[0] ?? ""))})`;
      return field === "before" ? `(at < ${instant})` : `(at >= ${instant})`;
    }
    case "query":
      return campaignSql(condition, bind);
    case "address":
      return unknown;
  }
}

function textSql(value: string, op: FieldCondition["op"], values: readonly string[], bind: Bind): string {
  const given = bind("Array(String)", values);
  if (op === "contains") return `arrayExists(part -> position(${value}, part) > 0, ${given})`;
  return `(${op === "notIn" ? "NOT " : ""}has(${given}, ${value}))`;
}

function numberSql(value: string, op: FieldCondition["op"], values: readonly number[], bind: Bind): string {
  return `(${op === "notIn" ? "NOT " : ""}has(${bind("Array(UInt8)", values)}, ${value}))`;
}

function referrerSql(op: FieldCondition["op"], values: readonly string[], bind: Bind): string {
  const hosts = bind(
    "Array(String)",
    values.map((value) => value.replace(/^www\./, "")),
  );
  const isIn = `arrayExists(host -> referrer = host OR (host != '' AND endsWith(referrer, concat('.', host))), ${hosts})`;
  return op === "notIn" ? `(NOT ${isIn})` : isIn;
}

/** Clicks have languages only if they also have a version of the bot rules. */
function languageSql(op: FieldCondition["op"], values: readonly string[], bind: Bind): string {
  const exact = bind("Array(String)", values);
  const whole = bind(
    "Array(String)",
    values.filter((value) => !value.includes("-")),
  );
  const isWanted = `has(${exact}, language) OR has(${whole}, splitByChar('-', language)[1])`;
  const isIn = `arrayExists(language -> ${isWanted}, splitByChar(',', lowerUTF8(languages)))`;
  return `if(bot_rules = 0, NULL, ${op === "notIn" ? "NOT " : ""}${isIn})`;
}

const campaignParameters = new Set(["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"]);

/** Only campaign parameters of the query string are stored: the first of each, trimmed and cut to 100 characters. */
function campaignSql({ op, values: given, name: written = "" }: FieldCondition, bind: Bind): string {
  const name = parameterName(written);
  if (!campaignParameters.has(name)) return unknown;
  const values = given.map((value) => value.normalize("NFC"));
  // Empty and missing values are stored alike, and a truncated one may have been longer.
  const isKept = `(${name} != '' AND lengthUTF8(${name}) < 100)`;
  if (op === "exists") return `if(${name} != '', 1, NULL)`;
  return `if(${isKept}, ${textSql(name, op, values, bind)}, NULL)`;
}

/** Returns a description of each input that conditions need and clicks don't record, or only in part. */
export function unavailableIn(conditions: readonly Condition[]): string[] {
  const said = conditions.flatMap(fieldConditionsOf).flatMap(({ field, name = "" }) => {
    if (field === "address") return ["Visitor addresses are not stored"];
    if (field === "language") return ["Languages were not stored by the first releases"];
    if (field !== "query") return [];
    return campaignParameters.has(parameterName(name))
      ? [`An empty parameter ${name} and a missing one are stored alike`]
      : [`The parameter ${name} is not stored`];
  });
  return [...new Set(said)];
}
