import { useMemo } from "react";
import { Tiles } from "../../ui/elements/Tiles.tsx";
import type { ClickFilter } from "../../core/graphql/generated/graphql.ts";
import { leadsAndSalesText, rateText, revenueText } from "./texts.ts";
import type { ConvertedQuestion } from "./useConverted.ts";
import { useConvertedFigures } from "./useConvertedFigures.ts";
import { useHasConversions } from "./useHasConversions.ts";

const notes = {
  Conversions:
    "Leads and sales that your programs have reported of clicks of people, of all time. Exact; each counts once, and shows within seconds.",
  Revenue: "What these sales were reported with, less what was taken back, in each currency by itself. Exact.",
  "Conversion rate": "Clicks of people that became a lead or a sale, in percent of all clicks of people.",
};

interface ConversionTilesProps {
  /** Accessible name. */
  label: string;
  /** Limits the figures to the links of this group; all links if omitted. */
  groupId?: string;
}

/** All-time conversions of human clicks; renders nothing if the workspace has no leads or sales. */
export function ConversionTiles({ label, groupId }: ConversionTilesProps) {
  const isAny = useHasConversions();
  const question = useMemo((): ConvertedQuestion => {
    const filters: ClickFilter[] = groupId === undefined ? [] : [{ field: "group", op: "is", values: [groupId] }];
    return { range: null, tz: "UTC", bots: false, filters };
  }, [groupId]);
  const figures = useConvertedFigures(isAny ? question : null);
  if (!isAny) return null;
  return (
    <Tiles
      isOfTexts
      notes={notes}
      label={label}
      figures={{
        Conversions: figures && leadsAndSalesText(figures),
        Revenue: figures && revenueText(figures.revenue),
        "Conversion rate": figures && rateText(figures.rate),
      }}
    />
  );
}
