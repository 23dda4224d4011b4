import { migration } from "./migration.ts";

/** Drops a column that is never read or written: the view `link_target` makes plans from `options`. */
export const linkPlan = migration("0058_link_plan", ["ALTER TABLE link DROP COLUMN plan"]);
