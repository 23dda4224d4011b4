import type { Clock } from "../calls/capabilities.ts";
import type { Totals } from "../counts/rememberedTotals.ts";
import type { LinkQueries } from "../links/queries.ts";

/** All that the dashboard takes from outside. */
export type DashboardServices = LinkQueries & Totals & Clock;
