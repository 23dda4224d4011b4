import { isPlainText } from "../validation/plainText.ts";
import { limits } from "../limits.ts";
import type { FieldCheck } from "../validation/identity.ts";

/** What a tag can be coloured with; pages know how each looks in light and in dark. */
export const tagColours = [
  "gray",
  "red",
  "orange",
  "amber",
  "green",
  "teal",
  "cyan",
  "blue",
  "violet",
  "pink",
] as const;
export type TagColour = (typeof tagColours)[number];

/** No commas: lists of names in addresses are separated by them. */
export const tagNameProblem: FieldCheck = (value) => {
  const name = value.trim();
  if (name === "") return "Tag name is required";
  if (name.length > limits.tagNameMax) return `Tag name cannot exceed ${limits.tagNameMax} characters`;
  if (name.includes(",")) return "Tag name can't contain commas";
  return isPlainText(name) ? null : "Tag name contains characters that can't be used";
};

/** A name as it is kept. */
export function tagNameOf(value: string): string {
  return value.trim().normalize("NFC");
}

/** Names with the same key are one tag's: case makes no difference. */
export function tagKey(name: string): string {
  return tagNameOf(name).toLowerCase();
}

/** The colour of a tag that is made by its name alone: always the same for the same name. */
export function colourOfName(name: string): TagColour {
  let sum = 0;
  for (const sign of tagKey(name)) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 65_521;
  return tagColours[sum % tagColours.length] ?? "gray";
}
