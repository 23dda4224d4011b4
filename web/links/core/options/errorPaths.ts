/** The sections of the form below its first fields, in display order. */
export const sectionNames = ["note", "utm", "schedule", "redirect", "preview", "password", "rules", "split"] as const;
export type SectionName = (typeof sectionNames)[number];

const sectionOfField: Readonly<Record<string, SectionName>> = {
  note: "note",
  externalId: "note",
  utm: "utm",
  notBefore: "schedule",
  expiresAt: "schedule",
  expiredUrl: "schedule",
  maxClicks: "schedule",
  maxClicksUrl: "schedule",
  timeZone: "schedule",
  redirectStatus: "redirect",
  forwardQuery: "redirect",
  forwardQueryMode: "redirect",
  appendPath: "redirect",
  hideDestination: "redirect",
  passClickId: "redirect",
  preview: "preview",
  allowIndexing: "preview",
  password: "password",
  rules: "rules",
  split: "split",
};

/** Returns the section of the field at a path; undefined for fields outside of sections. */
export function sectionOf(path: string): SectionName | undefined {
  return sectionOfField[path.split(".")[0] ?? ""];
}

/** Paths for which the form has an input or a place for errors. */
const shown = [
  /^rules(\.\d+(\.(name|when|then))?)?$/,
  /^rules\.\d+\.when(\.(all|any)\.\d+|\.not)*(\.(name|values))?$/,
  /^rules\.\d+\.then\.url$/,
  /^(rules\.\d+\.then\.)?split(\.arms(\.\d+\.(name|url|weight))?)?$/,
  /^preview\.(title|description|imageUrl)$/,
  /^utm\.[a-z_]+$/,
];

/**
 * Returns the form path at which a field's error from the server is shown: the field's own path or the nearest parent;
 * undefined if there is none.
 */
export function placeOf(field: string): string | undefined {
  if (!field.includes(".")) return sectionOf(field) === undefined || field === "preview" ? undefined : field;
  for (let path = field; path !== ""; path = path.slice(0, Math.max(0, path.lastIndexOf(".")))) {
    if (shown.some((pattern) => pattern.test(path))) return path;
  }
  return undefined;
}
