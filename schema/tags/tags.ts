import { isPlainText } from "../validation/plainText.ts";
import { limits } from "../limits.ts";
import type { FieldCheck } from "../validation/identity.ts";

/** The colours of tags; pages define how each looks in light and dark mode. */
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

/** Names can't contain commas, because commas separate lists of names in URLs. */
export const tagNameProblem: FieldCheck = (value) => {
  const name = value.trim();
  if (name === "") return "Tag name is required";
  if (name.length > limits.tagNameMax) return `Tag name cannot exceed ${limits.tagNameMax} characters`;
  if (name.includes(",")) return "Tag name can't contain commas";
  return isPlainText(name) ? null : "Tag name contains invisible or control characters";
};

/** Returns the form in which a name is stored. */
export function tagNameOf(value: string): string {
  return value.trim().normalize("NFC");
}

/** Returns the key that identifies a tag by its name, ignoring case. */
export function tagKey(name: string): string {
  return tagNameOf(name).toLowerCase();
}

/** Returns the colour of a tag that is created only with a name; it is always the same for the same name. */
export function colourOfName(name: string): TagColour {
  let sum = 0;
  for (const sign of tagKey(name)) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 65_521;
  return tagColours[sum % tagColours.length] ?? "gray";
}
