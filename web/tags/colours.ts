import type { TagColour } from "../graphql/generated/graphql.ts";

/** What each colour is called, and how it is drawn: as a dot beside the name, so that the name can be read in any theme. */
export const tagColours: Readonly<Record<TagColour, { readonly label: string; readonly css: string }>> = {
  GRAY: { label: "Gray", css: "var(--mantine-color-gray-6)" },
  RED: { label: "Red", css: "var(--mantine-color-red-6)" },
  ORANGE: { label: "Orange", css: "var(--mantine-color-orange-6)" },
  AMBER: { label: "Amber", css: "var(--mantine-color-yellow-6)" },
  GREEN: { label: "Green", css: "var(--mantine-color-green-6)" },
  TEAL: { label: "Teal", css: "var(--mantine-color-teal-6)" },
  CYAN: { label: "Cyan", css: "var(--mantine-color-cyan-6)" },
  BLUE: { label: "Blue", css: "var(--mantine-color-blue-6)" },
  VIOLET: { label: "Violet", css: "var(--mantine-color-violet-6)" },
  PINK: { label: "Pink", css: "var(--mantine-color-pink-6)" },
};

export function isTagColour(text: string): text is TagColour {
  return text in tagColours;
}
