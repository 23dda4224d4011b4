import { useMemo } from "react";
import { leadsAndSalesText, rateText, revenueText } from "../conversions/texts.ts";
import type { ConvertedQuestion } from "../conversions/useConverted.ts";
import { useConvertedFigures } from "../conversions/useConvertedFigures.ts";
import classes from "./GroupDetailsModal.module.css";
import { Tile } from "./Tile.tsx";

/** What the clicks of a group's links became, of all time. */
export function GroupConversions({ groupId }: { groupId: string }) {
  const question = useMemo(
    (): ConvertedQuestion => ({
      range: null,
      tz: "UTC",
      bots: false,
      filters: [{ field: "group", op: "is", values: [groupId] }],
    }),
    [groupId],
  );
  const figures = useConvertedFigures(question);
  return (
    <dl className={classes.tiles} aria-label="Conversions of the group">
      <Tile label="Conversions" value={figures && leadsAndSalesText(figures)} isText />
      <Tile label="Revenue" value={figures && revenueText(figures.revenue)} isText />
      <Tile label="Conversion rate" value={figures && rateText(figures.rate)} isText />
    </dl>
  );
}
