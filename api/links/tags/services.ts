import type { Reads } from "../../kernel/database/reads.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { TagWriting } from "./commands.ts";

/** All that tags take from outside. */
export type TagServices = TagWriting & Reads & LimitsOf<"creation">;
