import type { Condition, FieldCondition } from "@hoplog/schema/links/options/condition.js";
import { continent } from "../visitor/continent.ts";
import { compileCondition } from "./condition.ts";
import type { LocalTime } from "./localTime.ts";
import { valuesIn } from "./query.ts";
import type { Visit } from "./visit.ts";

type LocalTimeOf = (at: number) => LocalTime;

/** Explains why a visit does not meet a condition; empty if the visit meets the condition. */
export function explainMismatch(condition: Condition, visit: Visit, localTime: LocalTimeOf): string {
  if (compileCondition(condition, localTime)(visit)) return "";
  if ("all" in condition) {
    return condition.all.map((one) => explainMismatch(one, visit, localTime)).find((reason) => reason !== "") ?? "";
  }
  if ("any" in condition) return condition.any.map((one) => explainMismatch(one, visit, localTime)).join("; ");
  if ("not" in condition) return `the negated condition is met: ${described(condition.not)}`;
  return `${subject(condition)} is ${valueOf(condition, visit, localTime)}, ${wanted(condition)}`;
}

function described(condition: Condition): string {
  if ("all" in condition) return `all of (${condition.all.map(described).join(", ")})`;
  if ("any" in condition) return `any of (${condition.any.map(described).join(", ")})`;
  if ("not" in condition) return `not (${described(condition.not)})`;
  const { op, values } = condition;
  return op === "exists"
    ? `${subject(condition)} is present`
    : `${subject(condition)} ${opText[op]} ${values.join(", ")}`;
}

const opText = { in: "is one of", notIn: "is none of", contains: "contains", matches: "is in", exists: "is present" };

function subject({ field, name }: FieldCondition): string {
  if (field === "query") return `parameter ${name ?? ""}`;
  return field === "before" || field === "after" ? "time" : field;
}

function wanted({ field, op, values }: FieldCondition): string {
  if (field === "before" || field === "after") return `not ${field} ${values.join(", ")}`;
  if (op === "exists") return "but must be present";
  if (op === "notIn") return `but must be none of ${values.join(", ")}`;
  return op === "in" ? `not one of ${values.join(", ")}` : `but ${opText[op]} none of ${values.join(", ")}`;
}

function valueOf({ field, name }: FieldCondition, visit: Visit, localTime: LocalTimeOf): string {
  switch (field) {
    case "country":
    case "region":
    case "city":
      return known(visit.place()[field]);
    case "continent":
      return known(continent(visit.place().country));
    case "device":
    case "os":
    case "browser":
      return known(visit.agent()[field]);
    case "language":
      return known(visit.languages().join(", "));
    case "referrer":
      return visit.referrer() || "none";
    case "visitor":
      return visit.botReason() === "" ? "a person" : `a bot (${visit.botReason()})`;
    case "weekday":
      return localTime(visit.at).weekday;
    case "hour":
      return String(localTime(visit.at).hour);
    case "before":
    case "after":
      return new Date(visit.at).toISOString();
    case "address":
      return "a different one";
    case "query": {
      const given = valuesIn(visit, name ?? "");
      return given.length === 0 ? "missing" : given.map((value) => JSON.stringify(value)).join(", ");
    }
  }
}

function known(value: string): string {
  return value === "" ? "unknown" : value;
}
