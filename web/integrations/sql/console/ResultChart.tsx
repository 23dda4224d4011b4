import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import { MultiSelect, NativeSelect, Skeleton, useComputedColorScheme } from "@mantine/core";
import { lazy, Suspense, useMemo, useState } from "react";
import { chartColours } from "../../../analytics/link/colours.ts";
import { counted } from "../../../links/core/view/formatCount.ts";
import type { SqlResult } from "./consoleCalls.ts";
import classes from "./SqlPage.module.css";
import { chartRowsMax, sqlFigure } from "./sqlFigure.ts";
import { firstChoice, kindOf } from "./values.ts";

const PlotlyChart = lazy(() => import("../../../analytics/link/PlotlyChart.tsx"));

const height = 360;

/** A chart of a result with selectable columns. Loaded in its own chunk. */
export default function ResultChart({ result }: { result: SqlResult }) {
  const colours = chartColours[useComputedColorScheme("light", { getInitialValueInEffect: false })];
  const [choice, setChoice] = useState(() => firstChoice(result));
  const figure = useMemo(() => choice && sqlFigure(result, choice, colours), [result, choice, colours]);
  if (!choice || !figure) {
    return <p className={classes.note}>A chart needs a column of numbers beside another one, and rows.</p>;
  }
  const { columns, rows } = result;
  const nameOf = (position: number) => columns[position]?.name ?? "";
  const options = columns.map(({ name }, i) => ({ value: `${i}`, label: name }));
  const names = choice.y.map(nameOf).join(", ");
  return (
    <div className={classes.chart}>
      <div className={classes.choices}>
        <NativeSelect
          label="Across"
          data={options}
          value={`${choice.x}`}
          onChange={(event) => {
            const x = Number(event.currentTarget.value);
            setChoice({ ...choice, x });
          }}
        />
        <MultiSelect
          label="Up"
          data={options.filter((_, i) => kindOf(columns[i]?.type ?? "") === "number")}
          value={choice.y.map(String)}
          maxValues={8}
          onChange={(values) => setChoice({ ...choice, y: values.map(Number) })}
        />
      </div>
      <Suspense fallback={<Skeleton height={height} radius="md" />}>
        <div
          role="img"
          aria-label={`${names} by ${nameOf(choice.x)}, ${counted(Math.min(rows.length, chartRowsMax), "row")}`}
        >
          <PlotlyChart figure={figure} height={height} />
        </div>
      </Suspense>
      {rows.length > chartRowsMax && (
        <p className={classes.note}>The first {chartRowsMax.toLocaleString("en")} rows are drawn.</p>
      )}
    </div>
  );
}
