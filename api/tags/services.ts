import type { Reads } from "../database/reads.ts";
import type { LimitsOf } from "../limits/limits.ts";
import type { TagWriting } from "./commands.ts";

/** All that tags take from outside. */
export type TagServices = TagWriting & Reads & LimitsOf<"creation">;
