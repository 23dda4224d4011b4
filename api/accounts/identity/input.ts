import { dictionary } from "@zxcvbn-ts/language-common";
import { type FieldError, validationError } from "@hoplog/schema/errors.js";
import {
  changedPasswordProblem,
  completionContactNumberProblem,
  completionPasswordProblem,
  confirmPasswordProblem,
  contactNumberProblem,
  currentPasswordProblem,
  emailProblem,
  loginPasswordProblem,
  nameProblem,
  resetPasswordProblem,
  signUpPasswordProblem,
} from "@hoplog/schema/validation/identity.js";
import { type PasswordOwner, personalPasswordProblem } from "@hoplog/schema/validation/weakPasswords.js";

export interface RegistrationInput {
  readonly name: string;
  readonly email: string;
  readonly contactNumber: string;
  readonly password: string;
  readonly confirmPassword: string;
}

type Check = readonly [field: string, problem: string | null];

/** Validates a registration and returns it with trimmed strings. Throws VALIDATION_ERROR with every invalid field. */
export function parseRegistration(input: RegistrationInput): RegistrationInput {
  refuseProblems([
    ["name", nameProblem(input.name)],
    ["email", emailProblem(input.email)],
    ["contactNumber", contactNumberProblem(input.contactNumber)],
    ["password", signUpPasswordProblem(input.password) ?? weakPasswordProblem(input.password, input)],
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

/**
 * Validates a profile. A null email address means no change. Whether the current password is required and correct is
 * checked later.
 */
export function parseProfile(input: { name: string; contactNumber: string; email: string | null }) {
  refuseProblems([
    ["name", nameProblem(input.name)],
    ["email", input.email === null ? null : emailProblem(input.email)],
    ["contactNumber", contactNumberProblem(input.contactNumber)],
  ]);
  return { ...trimmed(input), email: input.email?.trim() ?? null };
}

export function parseEmail(email: string): string {
  refuseProblems([["email", emailProblem(email)]]);
  return email.trim();
}

export function parsePasswordChange<Input extends { currentPassword: string; newPassword: string }>(
  input: Input,
  owner: PasswordOwner | null,
): Input {
  refuseProblems([
    ["currentPassword", currentPasswordProblem(input.currentPassword)],
    ["newPassword", changedPasswordProblem(input.newPassword) ?? weakPasswordProblem(input.newPassword, owner)],
  ]);
  return input;
}

/** Validates a password reset. The owner is unknown here, see {@link refusePersonalPassword}. */
export function parsePasswordReset<Input extends { resetToken: string; newPassword: string }>(input: Input): Input {
  refuseProblems([
    ["resetToken", input.resetToken === "" ? "This reset link is invalid or has expired" : null],
    ["newPassword", resetPasswordProblem(input.newPassword) ?? weakPasswordProblem(input.newPassword, null)],
  ]);
  return input;
}

/** Throws VALIDATION_ERROR on `newPassword` if it equals the owner's address or name. */
export function refusePersonalPassword(newPassword: string, owner: PasswordOwner): void {
  refuseProblems([["newPassword", personalPasswordProblem(newPassword, owner)]]);
}

/** Parses the fields that complete a Google sign-up. */
export function parseCompletion(input: { contactNumber: string; password: string }, owner: PasswordOwner) {
  refuseProblems([
    ["contactNumber", completionContactNumberProblem(input.contactNumber)],
    ["password", completionPasswordProblem(input.password) ?? weakPasswordProblem(input.password, owner)],
  ]);
  return { contactNumber: input.contactNumber.trim(), password: input.password };
}

/** Parses the current password, when it is required again. */
export function parsePassword(password: string): string {
  refuseProblems([["password", loginPasswordProblem(password)]]);
  return password;
}

/** Parses the current password, when it is one of several fields. */
export function parseCurrentPassword(password: string): string {
  refuseProblems([["currentPassword", currentPasswordProblem(password)]]);
  return password;
}

/** Number of the most common passwords that are rejected; the package lists more, in lower case, most common first. */
const refusedCount = 10_000;
const commonPasswords: ReadonlySet<string> = new Set(dictionary["passwords-common"].slice(0, refusedCount));

/** Returns the problem of a password that is long enough but one of the first that attackers would try. */
function weakPasswordProblem(password: string, owner: PasswordOwner | null): string | null {
  const personal = owner && personalPasswordProblem(password, owner);
  const isCommon = commonPasswords.has(password.normalize("NFKC").toLowerCase());
  return personal ?? (isCommon ? "Password is too common. Choose another one" : null);
}

function trimmed({ name, contactNumber }: { name: string; contactNumber: string }) {
  return { name: name.trim().normalize("NFC"), contactNumber: contactNumber.trim() };
}

function refuseProblems(checks: readonly Check[]): void {
  const problems = checks.flatMap(([field, message]): FieldError[] => (message ? [{ field, message }] : []));
  if (problems.length > 0) throw validationError(problems);
}
