import type { UseFormReturnType } from "@mantine/form";
import type { LinkFormValues } from "./values.ts";

/** The form of a link, as its sections take it. */
export type OptionsForm = UseFormReturnType<LinkFormValues>;

/** What is said at a path; empty where nothing is. */
export function errorAt(form: OptionsForm, path: string): string {
  const error = form.errors[path];
  return typeof error === "string" ? error : "";
}

/** Whether something is wrong at a path or below it. */
export function hasErrorIn(form: OptionsForm, path: string): boolean {
  return Object.keys(form.errors).some((field) => field === path || field.startsWith(`${path}.`));
}

/** Takes back what was said of a path and of all below it: something else stands there now. */
export function clearBelow(form: OptionsForm, path: string): void {
  form.setErrors((errors) =>
    Object.fromEntries(Object.entries(errors).filter(([field]) => field !== path && !field.startsWith(`${path}.`))),
  );
}
