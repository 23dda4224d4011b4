import { Button } from "@mantine/core";
import type { OwnVerdictInput } from "../../core/graphql/generated/graphql.ts";
import type { OnlyField } from "./address.ts";
import classes from "./BotsPage.module.css";
import { nameOf } from "./texts.ts";
import type { Rules } from "./useRules.ts";
import type { Value } from "./ValueCard.tsx";

/** Maximum characters of a user agent in a rule, as in the API. */
const agentMax = 200;

interface VerdictButtonProps {
  field: Exclude<OnlyField, "reason"> | "referrer";
  row: Value;
  /** Whether the value's clicks were classified as human. */
  people: boolean;
  rules: Rules;
}

/** Adds a rule that classifies visitors with the value in the opposite way from now on. */
export function VerdictButton({ field, row, people, rules }: VerdictButtonProps) {
  const value = field === "agent" ? row.value.slice(0, agentMax).trim() : row.value;
  if (value.length < (field === "agent" ? 3 : 1) || value === "0" || !rules.rules) return null;
  const verdict: OwnVerdictInput["verdict"] = people ? "bot" : "person";
  const text = people ? "Is a bot" : "Is a person";
  return (
    <Button
      size="compact-sm"
      variant="default"
      className={classes.action ?? ""}
      disabled={rules.busy}
      aria-label={`${text}: ${nameOf(field, row)}`}
      onClick={() => void rules.add({ field, value, verdict })}
    >
      {text}
    </Button>
  );
}
