import type { UseFormReturnType } from "@mantine/form";
import type { LinkFormValues } from "./values.ts";

/** The form type that the sections use. */
export type OptionsForm = UseFormReturnType<LinkFormValues>;

/** Returns the error at a path; empty if there is none. */
export function errorAt(form: OptionsForm, path: string): string {
  const error = form.errors[path];
  return typeof error === "string" ? error : "";
}

/** Returns whether there is an error at a path or below it. */
export function hasErrorIn(form: OptionsForm, path: string): boolean {
  return Object.keys(form.errors).some((field) => field === path || field.startsWith(`${path}.`));
}

/** Clears the errors at a path and below it, after its content was replaced. */
export function clearBelow(form: OptionsForm, path: string): void {
  form.setErrors((errors) =>
    Object.fromEntries(Object.entries(errors).filter(([field]) => field !== path && !field.startsWith(`${path}.`))),
  );
}
