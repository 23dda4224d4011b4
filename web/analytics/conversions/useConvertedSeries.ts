import { skipToken, useQuery } from "@apollo/client/react";
import { useMemo } from "react";
import { type ChartInterval, ConvertedChartDocument } from "../../core/graphql/generated/graphql.ts";
import type { Converted } from "../../links/conversions/texts.ts";
import { type ConvertedQuestion, nothing } from "../../links/conversions/useConverted.ts";
import { useHasConversions } from "../../links/conversions/useHasConversions.ts";

/** Returns the conversions of a chart's point; undefined while unknown. */
export type ConvertedAt = (at: string) => Converted | undefined;

/**
 * Queries the conversions of each point of a chart of clicks, unless `question` is null. Returns null if the workspace
 * has no conversions at all.
 */
export function useConvertedSeries(question: ConvertedQuestion | null, interval: ChartInterval): ConvertedAt | null {
  const isAny = useHasConversions();
  const { data, previousData } = useQuery(
    ConvertedChartDocument,
    isAny && question ? { variables: { ...question, interval }, fetchPolicy: "cache-and-network" } : skipToken,
  );
  const found = (data ?? previousData)?.conversionStats.chart;
  return useMemo(() => {
    if (!isAny) return null;
    const byStart = new Map(found?.map((point): [string, Converted] => [point.at, point]));
    return (at) => found && (byStart.get(at) ?? nothing);
  }, [isAny, found]);
}
