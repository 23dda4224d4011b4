import type { OnlyField } from "./address.ts";

/** Explanations of the kinds of reasons; kinds that only other releases have are shown without an explanation. */
const notes: Readonly<Record<string, string>> = {
  crawler: "A search engine, an archive or another program that reads the web.",
  "link preview": "A messenger or network that shows what a link leads to.",
  "link scanner": "A mail filter that checks links.",
  "http library": "A script or a tool, such as curl.",
  "headless browser": "A browser that a program controls.",
  "no user agent": "Browsers always say what they are.",
  "head request": "Only the headers were asked for.",
  prefetch: "Fetched ahead, and perhaps never opened.",
  workspace: "A verdict of your own.",
  "own visit": "Your own visits, which you leave out.",
};

export function kindNote(kind: string): string {
  return notes[kind] ?? "";
}

/** The label of a kind, capitalised. */
export function kindLabel(kind: string): string {
  return kind === "http library" ? "HTTP library" : kind.slice(0, 1).toUpperCase() + kind.slice(1);
}

export const fieldLabels: Readonly<Record<OnlyField | "referrer", string>> = {
  reason: "Reason",
  agent: "User agent",
  network: "Network",
  referrer: "Referrer",
};

interface Named {
  readonly value: string;
  readonly name: string;
  readonly reasons: readonly string[];
}

/** Formats a value for display. */
export function nameOf(field: OnlyField | "referrer", { value, name, reasons }: Named): string {
  if (field === "network") return value === "0" ? "Unknown" : `${name || "Unnamed"} (AS${value})`;
  if (value !== "") return name;
  if (field === "referrer") return "Direct";
  if (field === "reason") return "None";
  return reasons.every((reason) => reason === "no user agent") && reasons.length > 0
    ? "None"
    : "None, or not kept any more";
}
