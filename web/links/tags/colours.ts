import type { TagColour } from "../../core/graphql/generated/graphql.ts";

/** Label and CSS of each colour, drawn as a dot beside the name so that the name is readable in any theme. */
export const tagColours: Readonly<Record<TagColour, { readonly label: string; readonly css: string }>> = {
  gray: { label: "Gray", css: "var(--mantine-color-gray-6)" },
  red: { label: "Red", css: "var(--mantine-color-red-6)" },
  orange: { label: "Orange", css: "var(--mantine-color-orange-6)" },
  amber: { label: "Amber", css: "var(--mantine-color-yellow-6)" },
  green: { label: "Green", css: "var(--mantine-color-green-6)" },
  teal: { label: "Teal", css: "var(--mantine-color-teal-6)" },
  cyan: { label: "Cyan", css: "var(--mantine-color-cyan-6)" },
  blue: { label: "Blue", css: "var(--mantine-color-blue-6)" },
  violet: { label: "Violet", css: "var(--mantine-color-violet-6)" },
  pink: { label: "Pink", css: "var(--mantine-color-pink-6)" },
};

export function isTagColour(text: string): text is TagColour {
  return text in tagColours;
}
