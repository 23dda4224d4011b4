import { migration } from "./migration.ts";

/** Drops an unused column: the view `link_target` derives plans from `options`. */
export const linkPlan = migration("0058_link_plan", ["ALTER TABLE link DROP COLUMN plan"]);
