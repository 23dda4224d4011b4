import type { FilterDimension } from "@hoplog/schema/clicks/dimensions.js";

/** Narrows clicks to exact values; absent and null mean any, empty the unknown ones. */
export type StatsFilter = { readonly [D in FilterDimension]?: string | null | undefined };
