import { z } from "zod";

/** Properties of a visit that conditions can test. */
export const conditionFields = [
  "country",
  "region",
  "city",
  "continent",
  "language",
  "device",
  "os",
  "browser",
  "referrer",
  "query",
  "address",
  "weekday",
  "hour",
  "before",
  "after",
  "visitor",
] as const;
export type ConditionField = (typeof conditionFields)[number];

export const conditionOps = ["in", "notIn", "contains", "matches", "exists"] as const;
export type ConditionOp = (typeof conditionOps)[number];

export const continents = ["AF", "AN", "AS", "EU", "NA", "OC", "SA"] as const;
export const devices = ["mobile", "desktop", "tablet", "Unknown"] as const;
/** Names of weekdays in the order of `Date.getDay`. */
export const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
export const visitorKinds = ["person", "bot"] as const;

/**
 * The operators that each field allows. Fields of instants have only `in`, because each such field implies its
 * comparison.
 */
export const opsOf: Readonly<Record<ConditionField, readonly ConditionOp[]>> = {
  country: ["in", "notIn"],
  region: ["in", "notIn"],
  city: ["in", "notIn"],
  continent: ["in", "notIn"],
  language: ["in", "notIn"],
  device: ["in", "notIn"],
  os: ["in", "notIn", "contains"],
  browser: ["in", "notIn", "contains"],
  referrer: ["in", "notIn", "contains"],
  query: ["in", "notIn", "contains", "exists"],
  address: ["matches"],
  weekday: ["in", "notIn"],
  hour: ["in", "notIn"],
  before: ["in"],
  after: ["in"],
  visitor: ["in", "notIn"],
};

export interface FieldCondition {
  readonly field: ConditionField;
  readonly op: ConditionOp;
  /** Empty only for `exists`; one instant for `before` and `after`. */
  readonly values: readonly string[];
  /** The parameter's name; only for `query`. */
  readonly name?: string | undefined;
}

export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | FieldCondition;

export const conditionLimits = {
  /** Maximum nesting of groups (all, any, not); a single condition without a group has depth 0. */
  depth: 3,
  /** Maximum conditions on fields in all rules of a link together. */
  perLink: 64,
  values: 100,
  valueMax: 200,
} as const;

const value = z.string().max(conditionLimits.valueMax);

const fieldCondition = z.strictObject({
  field: z.enum(conditionFields),
  op: z.enum(conditionOps),
  values: z.array(value).max(conditionLimits.values),
  name: z.string().min(1).max(conditionLimits.valueMax).optional(),
});

/** The stored form. Nesting depth and the values that a field allows are validated on input. */
export const conditionSchema: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    fieldCondition,
    z.strictObject({ all: z.array(conditionSchema).min(1) }),
    z.strictObject({ any: z.array(conditionSchema).min(1) }),
    z.strictObject({ not: conditionSchema }),
  ]),
);

/** Returns the conditions on fields within a condition, in order. */
export function fieldConditionsOf(condition: Condition): readonly FieldCondition[] {
  if ("all" in condition) return condition.all.flatMap(fieldConditionsOf);
  if ("any" in condition) return condition.any.flatMap(fieldConditionsOf);
  return "not" in condition ? fieldConditionsOf(condition.not) : [condition];
}

/** Returns the nesting depth of a condition's groups. */
export function depthOf(condition: Condition): number {
  if ("all" in condition) return 1 + Math.max(0, ...condition.all.map(depthOf));
  if ("any" in condition) return 1 + Math.max(0, ...condition.any.map(depthOf));
  return "not" in condition ? 1 + depthOf(condition.not) : 0;
}
