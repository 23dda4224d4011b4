import type { RunningFeature } from "../../kernel/calls/feature.ts";
import { expectDays, type AnalyticsServices, type Expectations } from "./expectedDays.ts";
import { analyticsFaces } from "./operations.ts";

/** Figures, charts and top lists of an account's clicks, with filters. */
export const analytics: RunningFeature<AnalyticsServices, unknown, Expectations> = {
  start: () => ({ services: { expectedDays: expectDays() } }),
  ...analyticsFaces,
};
