import { limits } from "../limits.ts";
import { isPlainText } from "./plainText.ts";

/** Returns the message shown beside the field, or null if the value is valid. */
export type FieldCheck = (value: string) => string | null;

const emailPattern = /^[^\s@<>(),;:"[\]\\]+@[^\s@.<>(),;:"[\]\\]+(\.[^\s@.<>(),;:"[\]\\]+)+$/;
const contactPattern = /^\+?[0-9\s\-()]+$/;

export const nameProblem: FieldCheck = (value) => {
  const name = value.trim();
  if (name === "") return "Name is required";
  // The length is checked before characters are counted, because counting is slow for a long string.
  if (name.length > limits.nameUnitsMax) return nameTooLong;
  if (characters(name) < limits.nameMin) return `Name must be at least ${limits.nameMin} characters`;
  if (characters(name) > limits.nameMax) return nameTooLong;
  return isPlainText(name) ? null : "Name contains invisible or control characters";
};

export const emailProblem: FieldCheck = (value) => {
  const email = value.trim();
  if (email === "") return "Email is required";
  if (email.length > limits.emailMax || !emailPattern.test(email) || !isPlainText(email)) {
    return "Please enter a valid email address";
  }
  return null;
};

export const contactNumberProblem: FieldCheck = (value) => {
  const number = value.trim();
  if (number === "") return "Contact number is required";
  if (
    number.length > limits.contactNumberMax ||
    !contactPattern.test(number) ||
    !/[0-9]/.test(number) ||
    !isPlainText(number)
  ) {
    return "Please enter a valid contact number";
  }
  return null;
};

export const signUpPasswordProblem: FieldCheck = (value) => passwordProblem(value, limits.signUpPasswordMin);

export const loginPasswordProblem: FieldCheck = (value) => {
  if (value === "") return "Password is required";
  return value.length > limits.passwordMax ? passwordTooLong : null;
};

/** Checks the current password that another change requires. */
export const currentPasswordProblem: FieldCheck = (value) =>
  value === "" ? "Current password is required" : loginPasswordProblem(value);

/** Checks the password that replaces another; the messages call it the new password. */
export const changedPasswordProblem: FieldCheck = (value) => {
  if (value === "") return "New password is required";
  if (value.length < limits.laterPasswordMin) {
    return `New password must be at least ${limits.laterPasswordMin} characters`;
  }
  return value.length > limits.passwordMax ? passwordTooLong : null;
};

export const resetPasswordProblem: FieldCheck = (value) =>
  value === "" ? "New password is required" : passwordProblem(value, limits.laterPasswordMin);

/** Checks the password that completes a Google sign-up. */
export const completionPasswordProblem: FieldCheck = (value) => passwordProblem(value, limits.laterPasswordMin);

/**
 * Checks a contact number like {@link contactNumberProblem}, with the messages of the page that completes a Google
 * sign-up.
 */
export const completionContactNumberProblem: FieldCheck = (value) => {
  if (value.trim() === "") return "Contact number is required";
  return contactNumberProblem(value) === null ? null : "Contact number is invalid";
};

export function confirmPasswordProblem(password: string, confirmation: string): string | null {
  if (confirmation === "") return "Please confirm your password";
  return password === confirmation ? null : "Passwords do not match";
}

function passwordProblem(value: string, min: number): string | null {
  if (value === "") return "Password is required";
  if (value.length < min) return `Password must be at least ${min} characters`;
  return value.length > limits.passwordMax ? passwordTooLong : null;
}

const nameTooLong = `Name cannot exceed ${limits.nameMax} characters`;
const passwordTooLong = `Password cannot exceed ${limits.passwordMax} characters`;

/** Counts characters as users see them: an emoji is one, however many code units it has. */
function characters(text: string): number {
  return [...new Intl.Segmenter().segment(text)].length;
}
