import { isCityAmong, wantedCities } from "@hoplog/schema/clicks/cities.js";
import { systemName } from "@hoplog/schema/clicks/systems.js";
import type { Condition, FieldCondition } from "@hoplog/schema/links/options/condition.js";
import { continent } from "../visitor/continent.ts";
import type { LocalTime } from "./localTime.ts";
import { parseNetwork } from "./networks.ts";
import { valuesIn } from "./query.ts";
import type { Visit } from "./visit.ts";

/** Returns whether a visit meets a condition. */
export type Predicate = (visit: Visit) => boolean;

/**
 * Compiles a condition. `localTime` returns the time in the link's time zone. Throws if a value is not valid for its
 * field.
 */
export function compileCondition(condition: Condition, localTime: (at: number) => LocalTime): Predicate {
  if ("all" in condition) {
    const each = condition.all.map((one) => compileCondition(one, localTime));
    return (visit) => each.every((matches) => matches(visit));
  }
  if ("any" in condition) {
    const each = condition.any.map((one) => compileCondition(one, localTime));
    return (visit) => each.some((matches) => matches(visit));
  }
  if ("not" in condition) {
    const matches = compileCondition(condition.not, localTime);
    return (visit) => !matches(visit);
  }
  return compileField(condition, localTime);
}

function compileField(condition: FieldCondition, localTime: (at: number) => LocalTime): Predicate {
  const { field, op, values, name } = condition;
  switch (field) {
    case "country":
      return text(condition, ({ place }) => place().country);
    case "region":
      return text(condition, ({ place }) => place().region);
    case "city": {
      const isAmong = isCityAmong(membership(wantedCities(values)));
      const isWanted = op !== "notIn";
      return ({ place }) => isAmong(place().city) === isWanted;
    }
    case "continent":
      return text(condition, ({ place }) => continent(place().country));
    case "device":
      return text(condition, ({ agent }) => agent().device);
    case "os":
      return text({ ...condition, values: values.map(systemName) }, ({ agent }) => agent().os);
    case "browser":
      return text(condition, ({ agent }) => agent().browser);
    case "visitor":
      return text(condition, ({ botReason }) => (botReason() === "" ? "person" : "bot"));
    case "weekday":
      return text(condition, ({ at }) => localTime(at).weekday);
    case "hour":
      return text(condition, ({ at }) => String(localTime(at).hour));
    case "referrer":
      return op === "contains" ? text(condition, ({ referrer }) => referrer()) : referrerIn(condition);
    case "language": {
      const wanted = values.map((value) => value.toLowerCase());
      const isIn: Predicate = ({ languages }) =>
        languages().some((language) => wanted.some((value) => isLanguage(language.toLowerCase(), value)));
      return op === "notIn" ? (visit) => !isIn(visit) : isIn;
    }
    case "address": {
      const networks = values.map(parseNetwork);
      return ({ address }) => networks.some((contains) => contains(address));
    }
    case "before":
    case "after": {
      const instant = Date.parse(values[0] ?? "");
      if (Number.isNaN(instant)) throw new RangeError(`the condition has the invalid time ${values[0]}`);
      return field === "before" ? ({ at }) => at < instant : ({ at }) => at >= instant;
    }
    case "query":
      return parameter(condition, name ?? "");
  }
}

/** Compares texts ignoring case. */
function text({ op, values }: FieldCondition, valueOf: (visit: Visit) => string): Predicate {
  const wanted = values.map((value) => value.toLowerCase());
  if (op === "contains") {
    return (visit) => {
      const value = valueOf(visit).toLowerCase();
      return wanted.some((part) => value.includes(part));
    };
  }
  const isAmong = membership(wanted);
  const isWanted = op !== "notIn";
  return (visit) => isAmong(valueOf(visit).toLowerCase()) === isWanted;
}

/**
 * Returns a test for whether a value is in the list. A short list takes far less memory than a set, and searching it is
 * equally fast.
 */
function membership(values: readonly string[]): (value: string) => boolean {
  if (values.length <= 12) return (value) => values.includes(value);
  const set = new Set(values);
  return (value) => set.has(value);
}

/** Tests the referrer. A host includes its subdomains; the empty host matches visits without a referrer. */
function referrerIn({ op, values }: FieldCondition): Predicate {
  const hosts = values.map((value) => value.toLowerCase().replace(/^www\./, ""));
  const isWanted = op !== "notIn";
  return ({ referrer }) => {
    const from = referrer();
    return hosts.some((host) => from === host || (host !== "" && from.endsWith(`.${host}`))) === isWanted;
  };
}

/** Returns whether a language matches: one without a region includes all its regions, one with a region only itself. */
function isLanguage(language: string, wanted: string): boolean {
  return language === wanted || (!wanted.includes("-") && language.startsWith(`${wanted}-`));
}

/**
 * Tests a parameter. Values are compared in NFC. If the parameter occurs several times, any of its values may match.
 */
function parameter({ op, values: given }: FieldCondition, name: string): Predicate {
  const values = given.map((value) => value.normalize("NFC"));
  const isAmong = membership(values);
  const valuesOf = (visit: Visit): readonly string[] => valuesIn(visit, name);
  switch (op) {
    case "exists":
      return (visit) => valuesOf(visit).length > 0;
    case "notIn":
      return (visit) => !valuesOf(visit).some(isAmong);
    case "contains":
      return (visit) => valuesOf(visit).some((value) => values.some((part) => value.includes(part)));
    default:
      return (visit) => valuesOf(visit).some(isAmong);
  }
}
