import {
  type Condition,
  conditionFields,
  conditionLimits,
  conditionOps,
  type FieldCondition,
  opsOf,
} from "@hoplog/schema/links/options/condition.js";
import { isPlainText } from "@hoplog/schema/validation/plainText.js";
import { readConditionValue } from "./conditionValues.ts";
import { readFields, readList, readText, type Reader, type Reading } from "./reading.ts";

const groupNames = ["all", "any", "not"] as const;
const names = [...groupNames, "field", "op", "values", "name"] as const;
type Given = Partial<Record<(typeof names)[number], unknown>>;

/** Each field condition is nested in at most `depth` groups. */
const visitedMax = conditionLimits.perLink * (conditionLimits.depth + 1);

/**
 * Returns a reader for the conditions of one link, which share one limit. It visits at most {@link visitedMax}
 * conditions and groups, however many the input has.
 */
export function conditionReader(): Reader<Condition> {
  let [visited, fields, isFull] = [0, 0, false];

  function read(value: unknown, path: string, reading: Reading, depth: number): Condition | undefined {
    if (isFull) return undefined;
    const given = readFields(value, names, path, reading.report);
    if (!given) return undefined;
    if (++visited > visitedMax || (given.field !== undefined && ++fields > conditionLimits.perLink)) {
      isFull = true;
      reading.report("rules", `A link can have at most ${conditionLimits.perLink} conditions`);
      return undefined;
    }
    const groups = groupNames.filter((name) => given[name] !== undefined);
    const [group] = groups;
    if (groups.length + (given.field === undefined ? 0 : 1) !== 1) {
      reading.report(path, "Provide exactly one of all, any, not and field");
      return undefined;
    }
    if (group === undefined) return readFieldCondition(given, path, reading);
    if (given.op !== undefined || given.values !== undefined || given.name !== undefined) {
      reading.report(path, "Only a condition with a field can have op, values and name");
      return undefined;
    }
    if (depth === conditionLimits.depth) {
      reading.report(path, `Conditions can be nested at most ${conditionLimits.depth} levels deep`);
      return undefined;
    }
    const below = `${path}.${group}`;
    if (group === "not") {
      const not = read(given.not, below, reading, depth + 1);
      return not && { not };
    }
    const inner = readList(
      given[group],
      { min: 1, max: conditionLimits.perLink, of: "conditions" },
      below,
      reading.report,
    );
    const conditions = inner?.flatMap((one, i) => read(one, `${below}.${i}`, reading, depth + 1) ?? []);
    if (!conditions || conditions.length !== inner?.length) return undefined;
    return group === "all" ? { all: conditions } : { any: conditions };
  }

  return (value, path, reading) => read(value, path, reading, 0);
}

function readFieldCondition(given: Given, path: string, reading: Reading): FieldCondition | undefined {
  const { report } = reading;
  const field = conditionFields.find((known) => known === given.field);
  if (field === undefined) {
    report(`${path}.field`, `Must be one of ${conditionFields.join(", ")}`);
    return undefined;
  }
  const ops = opsOf[field];
  // The operator may be omitted if the field has only one.
  const op = given.op === undefined && ops.length === 1 ? ops[0] : conditionOps.find((known) => known === given.op);
  if (op === undefined || !ops.includes(op)) {
    report(`${path}.op`, `Must be ${ops.length === 1 ? ops[0] : `one of ${ops.join(", ")}`} for ${field}`);
    return undefined;
  }
  const values = readValues({ field, op }, given.values, `${path}.values`, reading);
  if (field !== "query") {
    if (given.name !== undefined) report(`${path}.name`, "Can only be used with the field query");
    return values && given.name === undefined ? { field, op, values } : undefined;
  }
  const name = readText(given.name, conditionLimits.valueMax, `${path}.name`, report);
  if (name === "") report(`${path}.name`, "Enter the name of the query parameter");
  return values && name ? { field, op, values, name } : undefined;
}

function readValues(
  { field, op }: Pick<FieldCondition, "field" | "op">,
  given: unknown,
  path: string,
  { timeZone, report }: Reading,
): readonly string[] | undefined {
  if (op === "exists") {
    if (given === undefined || (Array.isArray(given) && given.length === 0)) return [];
    report(path, "Must be empty for the operator exists");
    return undefined;
  }
  const max = field === "before" || field === "after" ? 1 : conditionLimits.values;
  const list = readList(given, { min: 1, max, of: "values" }, path, report);
  const values = list?.flatMap((one, i) => {
    const read = readConditionValue(field, one, timeZone);
    if ("value" in read) {
      if (op === "contains" && read.value === "") report(`${path}.${i}`, "Must not be blank");
      else if (!isPlainText(read.value)) report(`${path}.${i}`, "Contains invisible or control characters");
      else return read.value;
    } else report(`${path}.${i}`, read.problem);
    return [];
  });
  return values && values.length === list?.length ? [...new Set(values)] : undefined;
}
