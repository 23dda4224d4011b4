/** What files hold: the clicks of a period, or the conversions that were reported in it. */
export const exportContents = ["clicks", "conversions"] as const;
export type ExportContent = (typeof exportContents)[number];

/** Where it is put down which files there are, and what is to be written. Both tables have the same columns. */
export const fileTables: Readonly<Record<ExportContent, string>> = {
  clicks: "click_export_file",
  conversions: "conversion_export_file",
};

/** Columns of an export: up to which period files are planned, and when those that are written were last counted again. */
export const planColumns: Readonly<Record<ExportContent, { readonly planned: string; readonly rechecked: string }>> = {
  clicks: { planned: "planned_until", rechecked: "rechecked_at" },
  conversions: { planned: "conversions_planned_until", rechecked: "conversions_rechecked_at" },
};
