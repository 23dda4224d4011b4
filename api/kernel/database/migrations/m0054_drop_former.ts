import { migration } from "./migration.ts";

/** Drops the former table of applied migrations; `hoplog_migration` has replaced it. */
export const dropFormer = migration("0054_drop_former", [`DROP TABLE IF EXISTS api_migration`]);
