import { codeProblem } from "../codes/rules.ts";
import { limits } from "../limits.ts";
import type { FieldCheck } from "./identity.ts";

export const linkNameProblem: FieldCheck = (value) => {
  const name = value.trim();
  if (name === "") return "URL name is required";
  return name.length > limits.linkNameMax ? `URL name cannot exceed ${limits.linkNameMax} characters` : null;
};

export const groupNameProblem: FieldCheck = (value) => {
  const name = value.trim();
  if (name === "") return "Group name is required";
  return name.length > limits.groupNameMax ? `Group name cannot exceed ${limits.groupNameMax} characters` : null;
};

/** Blank means: generate one. */
export const customCodeProblem: FieldCheck = (value) => (value.trim() === "" ? null : codeProblem(value.trim()));
