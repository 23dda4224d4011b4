/** Colours that can be distinguished on light and dark backgrounds. */
export const pieColours = [
  "#2f9e63",
  "#e0a11b",
  "#3f82dc",
  "#cc5b43",
  "#8d69d6",
  "#18a5a7",
  "#d5668f",
  "#86a22f",
  "#6478b8",
  "#b97a3c",
] as const;

export const unknownColour = "#8f9a93";

/** Derives a country's colour from its name, so that it never changes. */
export function countryColour(name: string): string {
  if (name === "" || name === "Unknown") return unknownColour;
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return pieColours[hash % pieColours.length] ?? unknownColour;
}

export interface ChartColours {
  readonly text: string;
  readonly grid: string;
  readonly surface: string;
  readonly accent: string;
  readonly accentWash: string;
  readonly second: string;
  /** Colour of countries without clicks. */
  readonly land: string;
}

export const chartColours: Readonly<Record<"light" | "dark", ChartColours>> = {
  light: {
    text: "#4c5b51",
    grid: "#e4eae3",
    surface: "#ffffff",
    accent: "#268a52",
    accentWash: "rgba(38, 138, 82, 0.13)",
    second: "#d98f0c",
    land: "#dfe7de",
  },
  dark: {
    text: "#aab8ae",
    grid: "#2b362f",
    surface: "#171f1a",
    accent: "#5fc184",
    accentWash: "rgba(95, 193, 132, 0.16)",
    second: "#eea924",
    land: "#2b362f",
  },
};
