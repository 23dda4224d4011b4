import { type FieldError, validationError } from "@hoplog/schema/errors.js";
import {
  confirmPasswordProblem,
  contactNumberProblem,
  emailProblem,
  loginPasswordProblem,
  nameProblem,
  signUpPasswordProblem,
} from "@hoplog/schema/validation/identity.js";

export interface RegistrationInput {
  readonly name: string;
  readonly email: string;
  readonly contactNumber: string;
  readonly password: string;
  readonly confirmPassword: string;
}

type Check = readonly [field: string, problem: string | null];

/** Throws VALIDATION_ERROR with every field that can't be taken; gives the texts trimmed. */
export function parseRegistration(input: RegistrationInput): RegistrationInput {
  refuseProblems([
    ["name", nameProblem(input.name)],
    ["email", emailProblem(input.email)],
    ["contactNumber", contactNumberProblem(input.contactNumber)],
    ["password", signUpPasswordProblem(input.password)],
    ["confirmPassword", confirmPasswordProblem(input.password, input.confirmPassword)],
  ]);
  const { password, confirmPassword } = input;
  return { ...trimmed(input), email: input.email.trim(), password, confirmPassword };
}

export function parseLogin(email: string, password: string): { email: string; password: string } {
  refuseProblems([
    ["email", emailProblem(email)],
    ["password", loginPasswordProblem(password)],
  ]);
  return { email: email.trim(), password };
}

export function parseProfile(input: { name: string; contactNumber: string }): { name: string; contactNumber: string } {
  refuseProblems([
    ["name", nameProblem(input.name)],
    ["contactNumber", contactNumberProblem(input.contactNumber)],
  ]);
  return trimmed(input);
}

function trimmed({ name, contactNumber }: { name: string; contactNumber: string }) {
  return { name: name.trim().normalize("NFC"), contactNumber: contactNumber.trim() };
}

function refuseProblems(checks: readonly Check[]): void {
  const problems = checks.flatMap(([field, message]): FieldError[] => (message ? [{ field, message }] : []));
  if (problems.length > 0) throw validationError(problems);
}
