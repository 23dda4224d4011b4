import { limits } from "@hoplog/schema/limits.js";

export interface PasswordStrength {
  /** From 0 (weakest) to 100. */
  readonly score: number;
  readonly label: string;
  readonly color: string;
}

/** Returns a rough measure of a password's strength: length has the most weight, then variety. */
export function passwordStrength(password: string): PasswordStrength {
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  const distinct = new Set(password).size;
  const effective = Math.min(password.length, distinct * 2);
  const score = Math.min(100, Math.round(effective * 4 + Math.max(0, kinds - 1) * 12));
  if (password === "") return { score: 0, label: "", color: "gray" };
  if (password.length < limits.signUpPasswordMin)
    return { score: Math.min(score, 20), label: "Too short", color: "red" };
  if (score < 50) return { score, label: "Weak", color: "orange" };
  if (score < 70) return { score, label: "Fair", color: "amber.5" };
  if (score < 90) return { score, label: "Good", color: "hop.5" };
  return { score, label: "Strong", color: "hop.7" };
}

/** Returns the number of characters that a sign-up password still needs; 0 if it is long enough. */
export function missingCharacters(password: string): number {
  return Math.max(0, limits.signUpPasswordMin - password.length);
}
