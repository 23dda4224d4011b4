import {
  confirmPasswordProblem,
  contactNumberProblem,
  emailProblem,
  nameProblem,
  signUpPasswordProblem,
} from "@hoplog/schema/validation/identity.js";
import { personalPasswordProblem } from "@hoplog/schema/validation/weakPasswords.js";

export const registrationFields = ["name", "email", "contactNumber", "password", "confirmPassword"] as const;

export type RegistrationField = (typeof registrationFields)[number];
export type Registration = Record<RegistrationField, string>;

export const emptyRegistration: Registration = {
  name: "",
  email: "",
  contactNumber: "",
  password: "",
  confirmPassword: "",
};

export const registrationChecks: Record<RegistrationField, (value: string, all: Registration) => string | null> = {
  name: nameProblem,
  email: emailProblem,
  contactNumber: contactNumberProblem,
  password: (value, all) => signUpPasswordProblem(value) ?? personalPasswordProblem(value, all),
  confirmPassword: (value, all) => confirmPasswordProblem(all.password, value),
};

export function isFieldGood(field: RegistrationField, values: Registration): boolean {
  return registrationChecks[field](values[field], values) === null;
}

export type FormStatus = "ready" | "errors" | "incomplete";

/** Returns `ready` only if no error is shown and all fields are valid. */
export function registrationStatus(values: Registration, shownErrors: number): FormStatus {
  if (shownErrors > 0) return "errors";
  return registrationFields.every((field) => isFieldGood(field, values)) ? "ready" : "incomplete";
}
