import { Skeleton } from "@mantine/core";
import { useMemo } from "react";
import type { ClickFilter } from "../graphql/generated/graphql.ts";
import classes from "./ConversionTiles.module.css";
import { leadsAndSalesText, rateText, revenueText } from "./texts.ts";
import type { ConvertedQuestion } from "./useConverted.ts";
import { useConvertedFigures } from "./useConvertedFigures.ts";
import { useHasConversions } from "./useHasConversions.ts";

interface ConversionTilesProps {
  /** For those who don't see what stands around them. */
  label: string;
  /** The links in this group alone; of all links without. */
  groupId?: string;
}

/** What the clicks of people became, of all time; nothing where no lead or sale was ever reported. */
export function ConversionTiles({ label, groupId }: ConversionTilesProps) {
  const isAny = useHasConversions();
  const question = useMemo((): ConvertedQuestion => {
    const filters: ClickFilter[] = groupId === undefined ? [] : [{ field: "group", op: "is", values: [groupId] }];
    return { range: null, tz: "UTC", bots: false, filters };
  }, [groupId]);
  const figures = useConvertedFigures(isAny ? question : null);
  if (!isAny) return null;
  const tiles = {
    Conversions: figures && leadsAndSalesText(figures),
    Revenue: figures && revenueText(figures.revenue),
    "Conversion rate": figures && rateText(figures.rate),
  };
  return (
    <dl className={classes.tiles} aria-label={label}>
      {Object.entries(tiles).map(([name, value]) => (
        <div key={name} className={classes.tile}>
          <dt>{name}</dt>
          <dd>{value ?? <Skeleton height={24} width={80} />}</dd>
        </div>
      ))}
    </dl>
  );
}
