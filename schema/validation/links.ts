import { codeProblem } from "../codes/rules.ts";
import { limits } from "../limits.ts";
import type { FieldCheck } from "./identity.ts";
import { isPlainText, isPlainParagraphs } from "./plainText.ts";

export const linkNameProblem: FieldCheck = (value) => {
  const name = value.trim();
  if (name === "") return "URL name is required";
  if (name.length > limits.linkNameMax) return `URL name cannot exceed ${limits.linkNameMax} characters`;
  return isPlainText(name) ? null : "URL name contains invisible or control characters";
};

export const groupNameProblem: FieldCheck = (value) => {
  const name = value.trim();
  if (name === "") return "Group name is required";
  if (name.length > limits.groupNameMax) return `Group name cannot exceed ${limits.groupNameMax} characters`;
  return isPlainText(name) ? null : "Group name contains invisible or control characters";
};

/** Checks a note; blank means that the link has none. */
export const linkNoteProblem: FieldCheck = (value) => {
  const note = value.trim();
  if (note.length > limits.linkNoteMax) return `A note cannot exceed ${limits.linkNoteMax} characters`;
  return isPlainParagraphs(note) ? null : "The note contains invisible or control characters";
};

/** Checks an external id; blank means that the link has none. */
export const externalIdProblem: FieldCheck = (value) => {
  const id = value.trim();
  if (id.length > limits.externalIdMax) return `An external ID cannot exceed ${limits.externalIdMax} characters`;
  return isPlainText(id) ? null : "The external ID contains invisible or control characters";
};

/** Checks a custom code; blank means that a code is generated. */
export const customCodeProblem: FieldCheck = (value) => (value.trim() === "" ? null : codeProblem(value.trim()));
