import { limits } from "../limits.ts";
import type { FieldCheck } from "./identity.ts";
import { isPlainText } from "./plainText.ts";

export const noteTextProblem: FieldCheck = (value) => {
  const text = value.trim();
  if (text === "") return "Note text is required";
  if (text.length > limits.noteMax) return `A note cannot exceed ${limits.noteMax} characters`;
  return isPlainText(text) ? null : "The note contains invisible or control characters";
};

/** The range of allowed dates: well before the first click, and beyond any plan. */
const [first, last] = [Date.UTC(2000), Date.UTC(2100)];

export function noteMomentProblem(at: Date): string | null {
  const isThere = at.getTime() >= first && at.getTime() < last;
  return isThere ? null : "The time must be between the years 2000 and 2099";
}
