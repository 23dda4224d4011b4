/** Content of files: the clicks of a period, or the conversions reported in it. */
export const exportContents = ["clicks", "conversions"] as const;
export type ExportContent = (typeof exportContents)[number];

/** Names of the tables of written and pending files, which have the same columns. */
export const fileTables: Readonly<Record<ExportContent, string>> = {
  clicks: "click_export_file",
  conversions: "conversion_export_file",
};

/** Columns for the end of the planned periods, and for the time of the last recheck of written files. */
export const planColumns: Readonly<Record<ExportContent, { readonly planned: string; readonly rechecked: string }>> = {
  clicks: { planned: "planned_until", rechecked: "rechecked_at" },
  conversions: { planned: "conversions_planned_until", rechecked: "conversions_rechecked_at" },
};
