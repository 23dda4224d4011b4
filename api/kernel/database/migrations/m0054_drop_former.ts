import { migration } from "./migration.ts";

/** Names of applied migrations are only in `hoplog_migration`. */
export const dropFormer = migration("0054_drop_former", [`DROP TABLE IF EXISTS api_migration`]);
