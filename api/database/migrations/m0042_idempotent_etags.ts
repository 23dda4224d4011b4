import { migration } from "./migration.ts";

/** The header `ETag` of a kept answer: not every body says it. */
export const idempotentEtags = migration("0042_idempotent_etags", [`ALTER TABLE idempotent_call ADD COLUMN etag text`]);
