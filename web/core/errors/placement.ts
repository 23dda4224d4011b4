import type { Failure } from "./failure.ts";
import { failureOf } from "./failure.ts";

/** Places of a failed submission's messages: beside fields or above the form. At least one of the two is set. */
export interface Placement<Field extends string> {
  readonly fields: Partial<Record<Field, string>>;
  readonly general: string | null;
}

/** A form's field names, or a function that maps a field name of the server to the field that shows its error. */
export type FormFields<Field extends string> = readonly Field[] | ((name: string) => Field | undefined);

/** Maps a failure to the fields of a form; messages that match no field become the general message. */
export function placeFailure<Field extends string>(
  failure: Failure,
  formFields: FormFields<Field>,
  fallback: string,
): Placement<Field> {
  const known = (name: string | undefined): Field | undefined => {
    if (name === undefined) return undefined;
    return typeof formFields === "function" ? formFields(name) : formFields.find((field) => field === name);
  };
  const message = failure.fromServer || failure.type === "NETWORK_ERROR" ? failure.message : fallback;
  const isConflict = failure.type === "CONFLICT_ERROR";
  const fields: Partial<Record<Field, string>> = {};
  if (!isConflict && failure.type !== "VALIDATION_ERROR") return { fields, general: message };

  const withoutField: string[] = [];
  for (const problem of failure.details.fields ?? []) {
    const field = known(problem.field);
    if (field === undefined) withoutField.push(problem.message);
    else fields[field] ??= problem.message;
  }
  if (Object.keys(fields).length > 0 || withoutField.length > 0) {
    return { fields, general: withoutField.length > 0 ? withoutField.join(" ") : null };
  }
  const meant = known(failure.details.field) ?? (isConflict ? known(fieldMentionedIn(message)) : undefined);
  if (meant === undefined) return { fields, general: message };
  fields[meant] = message;
  return { fields, general: null };
}

/**
 * Shows a failed submission's messages beside the form's fields; returns the rest, to be shown above the form, or null.
 */
export function placeError<Field extends string>(
  form: { setErrors: (errors: Partial<Record<Field, string>>) => void },
  error: unknown,
  formFields: FormFields<Field>,
  fallback: string,
): Pick<Failure, "type" | "message"> | null {
  const failure = failureOf(error);
  const { fields, general } = placeFailure(failure, formFields, fallback);
  form.setErrors(fields);
  return general === null ? null : { type: failure.type, message: general };
}

function fieldMentionedIn(message: string): string | undefined {
  if (/e-?mail/i.test(message)) return "email";
  return /contact|phone/i.test(message) ? "contactNumber" : undefined;
}
