import { type Challenge, secondFactorMethods } from "@hoplog/schema/secondFactor.js";

/** Reads the challenge of a sign-in that waits for the second factor; null if the value is not a challenge. */
export function readChallenge(value: unknown): Challenge | null {
  if (typeof value !== "object" || value === null) return null;
  if (!("id" in value && "methods" in value && "expiresIn" in value)) return null;
  const { id, methods: given, expiresIn } = value;
  if (typeof id !== "string" || typeof expiresIn !== "number" || !Array.isArray(given)) return null;
  return { id, methods: secondFactorMethods.filter((method) => given.includes(method)), expiresIn };
}
