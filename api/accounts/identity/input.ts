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

/** Throws VALIDATION_ERROR with every field that can't be taken; gives the texts trimmed. */
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

/** A null address stays null. Whether the present password is needed, and is right, is seen later. */
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

/** The owner is unknown here: see {@link refusePersonalPassword}. */
export function parsePasswordReset<Input extends { resetToken: string; newPassword: string }>(input: Input): Input {
  refuseProblems([
    ["resetToken", input.resetToken === "" ? "This reset link is invalid or has expired" : null],
    ["newPassword", resetPasswordProblem(input.newPassword) ?? weakPasswordProblem(input.newPassword, null)],
  ]);
  return input;
}

/** Throws VALIDATION_ERROR on `newPassword` for one that is the owner's address or name. */
export function refusePersonalPassword(newPassword: string, owner: PasswordOwner): void {
  refuseProblems([["newPassword", personalPasswordProblem(newPassword, owner)]]);
}

/** What completes a Google sign-up. */
export function parseCompletion(input: { contactNumber: string; password: string }, owner: PasswordOwner) {
  refuseProblems([
    ["contactNumber", completionContactNumberProblem(input.contactNumber)],
    ["password", completionPasswordProblem(input.password) ?? weakPasswordProblem(input.password, owner)],
  ]);
  return { contactNumber: input.contactNumber.trim(), password: input.password };
}

/** The present password, where it is requested once more. */
export function parsePassword(password: string): string {
  refuseProblems([["password", loginPasswordProblem(password)]]);
  return password;
}

/** The present password, where it is needed for one field of several. */
export function parseCurrentPassword(password: string): string {
  refuseProblems([["currentPassword", currentPasswordProblem(password)]]);
  return password;
}

/** The package lists more, in lower case, the most frequent first: this many are refused. */
const refusedCount = 10_000;
const commonPasswords: ReadonlySet<string> = new Set(dictionary["passwords-common"].slice(0, refusedCount));

/** Of a password that is long enough: the problem that attackers try it first. */
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
