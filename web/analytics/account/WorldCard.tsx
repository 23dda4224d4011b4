import { useComputedColorScheme } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useMemo } from "react";
import { convertedColumns } from "../conversions/columns.ts";
import type { ConvertedOf } from "../../links/conversions/useConverted.ts";
import { ChartCard } from "../link/ChartCard.tsx";
import { chartColours } from "../link/colours.ts";
import { mapFigure } from "../link/mapFigure.ts";
import { valueText } from "./fieldTexts.ts";
import type { Tops } from "./useTops.ts";

export interface WorldCardProps {
  /** The top lists loaded with the page, including countries. */
  first: Tops;
  firstConverted: ConvertedOf | null;
  onCountry: (code: string) => void;
}

const mapHeight = { wide: 330, narrow: 200 };

/** World map of clicks by country. */
export function WorldCard({ first, firstConverted, onCountry }: WorldCardProps) {
  const colours = chartColours[useComputedColorScheme("light", { getInitialValueInEffect: false })];
  const narrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const top = first.of("country")?.rows;
  const countries = useMemo(
    () =>
      top?.map(({ value, clicks }) => ({
        key: value,
        label: valueText("country", value),
        clicks,
        converted: firstConverted?.("country", value),
      })),
    [top, firstConverted],
  );
  const columns = useMemo(() => convertedColumns(countries ?? []), [countries]);
  const world = useMemo(() => countries && mapFigure(countries, colours), [countries, colours]);
  return (
    <ChartCard
      level={2}
      kind="map"
      title="Clicks around the World"
      unit="Country"
      rows={countries}
      columns={columns}
      figure={world ?? null}
      height={narrow ? mapHeight.narrow : mapHeight.wide}
      emptyText="No clicks"
      fileName="analytics"
      onPick={({ key }) => onCountry(key ?? "")}
    />
  );
}
