import { useComputedColorScheme } from "@mantine/core";
import { useMemo } from "react";
import { ChartCard } from "./ChartCard.tsx";
import { chartColours } from "./colours.ts";
import { markedFigure } from "./markedFigure.ts";
import { MarkList } from "./MarkList.tsx";
import { useMarks } from "./useMarks.ts";
import type { ChartCardProps } from "./ChartCard.tsx";
import type { Interval } from "./rowTimes.ts";

/** A chart over time with edits and notes as lines, and as a list below, in its own chunk. */
export default function MarkedChart({ linkIds, interval, ...card }: MarkedChartProps) {
  const colours = chartColours[useComputedColorScheme("light", { getInitialValueInEffect: false })];
  const { marks, failed, refetch } = useMarks(linkIds, card.rows, interval);
  const { figure } = card;
  const marked = useMemo(() => figure && markedFigure(figure, marks, colours), [figure, marks, colours]);
  return (
    <ChartCard {...card} figure={marked}>
      {card.rows && (
        <MarkList
          title={card.title}
          marks={marks}
          linkId={linkIds?.length === 1 ? (linkIds[0] ?? null) : null}
          failed={failed}
          onRetry={refetch}
        />
      )}
    </ChartCard>
  );
}

export interface MarkedChartProps extends ChartCardProps {
  /** Links whose edits are marked; null if the chart shows all links. */
  linkIds: readonly string[] | null;
  interval: Interval;
}
