import type { Logs } from "../../kernel/calls/capabilities.ts";
import type { Totals } from "./rememberedTotals.ts";
import type { LinkTotals } from "./linkTotals.ts";

/** As `linkTotals`, but null while ClickHouse can't be reached: a list without counts is worth more than no list. */
export async function linkTotalsIfAvailable(
  { totals, logger }: Pick<Totals & Logs, "totals" | "logger">,
  ownerIds: readonly string[],
  linkIds: readonly string[],
): Promise<Map<string, LinkTotals> | null> {
  try {
    return await totals.ask(ownerIds, linkIds);
  } catch (error) {
    logger.warn({ err: error }, "counts can't be read just now");
    return null;
  }
}
