import { useComputedColorScheme } from "@mantine/core";
import { useMemo } from "react";
import type { LinkStatsQuery } from "../graphql/generated/graphql.ts";
import { ChartCard } from "./ChartCard.tsx";
import { chartColours } from "./colours.ts";
import { atLeastAWeek } from "./days.ts";
import { barFigure, lineFigure, pieFigure } from "./figures.ts";
import classes from "./LinkCharts.module.css";

type Stats = LinkStatsQuery["linkStats"];

const wideHeight = 220;
const smallHeight = 250;

export function LinkCharts({ stats }: { stats: Stats | undefined }) {
  const colours = chartColours[useComputedColorScheme("light", { getInitialValueInEffect: false })];

  const days = useMemo(
    () => stats && atLeastAWeek(stats.clicksByDate.map(({ date, clicks }) => ({ label: date, clicks }))),
    [stats],
  );
  const countries = useMemo(() => stats?.topCountries.map(({ name, clicks }) => row(name, clicks)), [stats]);
  const browsers = useMemo(() => stats?.topBrowsers.map(({ value, clicks }) => row(value, clicks)), [stats]);
  const systems = useMemo(() => stats?.topOperatingSystems.map(({ value, clicks }) => row(value, clicks)), [stats]);

  const dayFigure = useMemo(() => days && lineFigure(days, colours), [days, colours]);
  const countryFigure = useMemo(() => countries && pieFigure(countries, colours), [countries, colours]);
  const browserFigure = useMemo(() => browsers && barFigure(browsers, colours, colours.accent), [browsers, colours]);
  const systemFigure = useMemo(() => systems && barFigure(systems, colours, colours.second), [systems, colours]);

  return (
    <div className={classes.charts}>
      <ChartCard
        className={classes.wide}
        title="Clicks by Date"
        unit="Date"
        rows={days}
        figure={dayFigure ?? null}
        height={wideHeight}
      />
      <ChartCard
        title="Top Countries"
        unit="Country"
        rows={countries}
        figure={countryFigure ?? null}
        height={smallHeight}
      />
      <ChartCard
        title="Top Browsers"
        unit="Browser"
        rows={browsers}
        figure={browserFigure ?? null}
        height={smallHeight}
      />
      <ChartCard
        title="Top Operating Systems"
        unit="Operating system"
        rows={systems}
        figure={systemFigure ?? null}
        height={smallHeight}
      />
    </div>
  );
}

function row(label: string, clicks: number) {
  return { label: label || "Unknown", clicks };
}
