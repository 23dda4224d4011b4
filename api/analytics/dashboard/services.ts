import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { Totals } from "../../clicks/counts/rememberedTotals.ts";
import type { LinkQueries } from "../../links/core/queries.ts";

/** All that the dashboard takes from outside. */
export type DashboardServices = LinkQueries & Totals & Clock;
