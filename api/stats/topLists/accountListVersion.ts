import { listedFieldNames } from "@hoplog/schema/clicks/filters.js";

/**
 * What a counting of an account's day says that it holds; it stands as the value in its row of no field, which is written last. A
 * counting that says anything else may lack a field that pages show: its day is counted from its clicks.
 */
export const accountListVersion = `1 ${listedFieldNames.join(",")}`;
