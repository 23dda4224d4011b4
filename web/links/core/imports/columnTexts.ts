import { type ChosenUse, chosenUses, type ColumnUse, sharedUses } from "@hoplog/schema/imports/columns.js";
import type { LinkImportFieldsFragment } from "../../../core/graphql/generated/graphql.ts";
import { counted } from "../view/formatCount.ts";

type Column = LinkImportFieldsFragment["columns"][number];

export interface ColumnChoice {
  readonly name: string;
  readonly use: ChosenUse;
}

const useTexts: Readonly<Record<ColumnUse, string>> = {
  code: "Short URL",
  destination: "Original URL",
  title: "Name",
  tags: "Tags",
  expiry: "Expiry",
  password: "Password",
  state: "State",
  ignore: "Ignored",
  link: "Short URL",
  domain: "Domain",
  id: "ID",
  externalId: "External ID",
  note: "Note",
  group: "Group",
  createdAt: "Creation date",
  notBefore: "Start",
  expiredUrl: "URL after expiry",
  clickLimit: "Click limit",
  archived: "Archived",
  favourite: "Favourite",
  clicks: "Clicks",
  redirectType: "Redirect status",
  forwardQuery: "Query parameters",
  indexing: "Search engines",
  rules: "Rules",
  preview: "Preview",
  options: "Options",
};

/** Select options for the uses of a column. */
export const chosenUseTexts = chosenUses.map((value) => ({
  value,
  label: value === "ignore" ? "Ignore" : useTexts[value],
}));

/** Describes how a column is interpreted, or what happens to links if it isn't. */
export function columnText({ use, filled, closes }: Column): string {
  if (use !== null) return useTexts[use];
  if (filled === 0) return "Not read";
  return closes ? `Not read: switches ${counted(filled, "URL")} off` : `Not read: ${counted(filled, "URL")}`;
}

/** Parses a select's value; null if it is not a use that can be chosen. */
export function chosenUseOf(value: string | null): ChosenUse | null {
  return chosenUses.find((use) => use === value) ?? null;
}

/** Applies one choice; another column loses the same use, unless columns may share it. null clears the choice. */
export function chosenColumns(columns: readonly Column[], name: string, use: ChosenUse | null): ColumnChoice[] {
  const others = columns.flatMap((column) => {
    const chosen = column.isChosen && column.name !== name ? chosenUseOf(column.use) : null;
    const isTaken = chosen !== null && chosen === use && !sharedUses.includes(chosen);
    return chosen === null || isTaken ? [] : [{ name: column.name, use: chosen }];
  });
  return use === null ? others : [...others, { name, use }];
}
