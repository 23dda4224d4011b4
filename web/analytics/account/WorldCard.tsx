import { useQuery } from "@apollo/client/react";
import { limits } from "@hoplog/schema/limits.js";
import { useComputedColorScheme } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useMemo } from "react";
import { AccountTopDocument } from "../../graphql/generated/graphql.ts";
import { ChartCard } from "../ChartCard.tsx";
import { chartColours } from "../colours.ts";
import { mapFigure } from "../mapFigure.ts";
import { valueText } from "./fieldTexts.ts";
import type { Question } from "./useAccountAnalytics.ts";
import { useLiveRefresh } from "./useLiveRefresh.ts";

export interface WorldCardProps {
  question: Question;
  onCountry: (code: string) => void;
}

const mapHeight = { wide: 330, narrow: 200 };

/** Where clicks come from. */
export function WorldCard({ question, onCountry }: WorldCardProps) {
  const colours = chartColours[useComputedColorScheme("light", { getInitialValueInEffect: false })];
  const narrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const { data, previousData, refetch } = useQuery(AccountTopDocument, {
    variables: { ...question, field: "country", first: limits.longTopList },
    fetchPolicy: "cache-and-network",
  });
  useLiveRefresh(refetch);
  const top = (data ?? previousData)?.analytics.top.rows;
  const countries = useMemo(
    () => top?.map(({ value, clicks }) => ({ key: value, label: valueText("country", value), clicks })),
    [top],
  );
  const world = useMemo(() => countries && mapFigure(countries, colours), [countries, colours]);
  return (
    <ChartCard
      level={2}
      kind="map"
      title="Clicks around the World"
      unit="Country"
      rows={countries}
      figure={world ?? null}
      height={narrow ? mapHeight.narrow : mapHeight.wide}
      emptyText="No clicks"
      fileName="analytics"
      onPick={({ key }) => onCountry(key ?? "")}
    />
  );
}
