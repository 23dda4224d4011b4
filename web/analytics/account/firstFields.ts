import type { ListedFieldName } from "@hoplog/schema/clicks/filters.js";

/** The first list of each card. */
export const firstFields: readonly ListedFieldName[] = ["country", "referrer", "device", "language"];
