import { limits } from "../limits.ts";
import { type UtmField, utmFields } from "./utm.ts";

/** The workspace's restrictions on the campaign parameters of its destinations. */
export interface UtmRules {
  /**
   * Whether values of parameters that begin with `utm_` must be in lower case: most analytics tools count Mail and mail
   * as two sources.
   */
  readonly lowerCase: boolean;
  /** The allowed values of each parameter; a parameter that is missing may have any value. */
  readonly allowed: Readonly<Partial<Record<UtmField, readonly string[]>>>;
}

export const noUtmRules: UtmRules = { lowerCase: false, allowed: {} };

/** Returns whether a URL has any campaign parameter. If not, which is usual, the rules need not be loaded. */
export function hasUtm(url: string): boolean {
  return url.includes("?") && utmFields.some((field) => new URL(url).searchParams.has(field));
}

/** Returns the user-facing message for a violation of the rules in a URL; null if there is none. */
export function utmProblem({ lowerCase, allowed }: UtmRules, url: string): string | null {
  const { searchParams } = new URL(url);
  for (const field of utmFields) {
    const values = searchParams.getAll(field).filter((value) => value !== "");
    const capital = values.find((value) => value !== value.toLowerCase());
    if (lowerCase && field.startsWith("utm_") && capital !== undefined) {
      return `${field} must be in lower case in this workspace: “${shown(capital.toLowerCase())}”`;
    }
    const known = allowed[field];
    const other = known && values.find((value) => !known.includes(value));
    if (known && other !== undefined) {
      return `${field} can't be “${shown(other)}” in this workspace. It allows ${listed(known)}`;
    }
  }
  return null;
}

/** Returns the first problem of the rules themselves; null if they are valid. */
export function utmRulesProblem({ lowerCase, allowed }: UtmRules): { field: UtmField; message: string } | null {
  for (const field of utmFields) {
    const values = allowed[field] ?? [];
    if (values.length > limits.utmAllowedMax)
      return { field, message: `At most ${limits.utmAllowedMax} values are allowed for each parameter` };
    for (const value of values) {
      if (value === "" || value.trim() !== value)
        return { field, message: "Values must not be empty, and must not begin or end with a space" };
      if (value.length > limits.utmValueMax)
        return { field, message: `Values can have at most ${limits.utmValueMax} characters` };
      if (lowerCase && field.startsWith("utm_") && value !== value.toLowerCase()) {
        return { field, message: `“${shown(value)}” must be in lower case, as the rules require` };
      }
    }
  }
  return null;
}

const shownMax = 60;
const listedMax = 10;

function shown(value: string): string {
  return value.length > shownMax ? `${value.slice(0, shownMax)}…` : value;
}

function listed(values: readonly string[]): string {
  const first = values.slice(0, listedMax).map((value) => `“${shown(value)}”`);
  return values.length > listedMax ? `${first.join(", ")} and ${values.length - listedMax} more` : first.join(", ");
}
