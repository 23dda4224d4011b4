import { useState } from "react";
import type { ChartPoint } from "./answers.ts";
import classes from "./SharedPage.module.css";

interface LineChartProps {
  title: string;
  points: readonly ChartPoint[];
  /** Formats a point's label. */
  labelOf: (at: string) => string;
}

const [width, height] = [1000, 220];
const count = new Intl.NumberFormat();

/** Clicks over time, up to now, as plain SVG, because the app's chart library is ten times as large as this page. */
export function LineChart({ title, points, labelOf }: LineChartProps) {
  const [index, setIndex] = useState<number | null>(null);
  const [asTable, setAsTable] = useState(false);
  const max = Math.max(1, ...points.map(({ clicks }) => clicks));
  const x = (i: number) => (points.length < 2 ? width / 2 : (i / (points.length - 1)) * width);
  const y = (clicks: number) => height - (clicks / max) * (height - 8);
  const coordinates = points.map(({ clicks }, i) => `${x(i).toFixed(1)},${y(clicks).toFixed(1)}`);
  const pointed = index === null ? undefined : points[index];
  const peak = points.reduce((best, point) => (point.clicks > best.clicks ? point : best), points[0] ?? none);
  const total = points.reduce((sum, { clicks }) => sum + clicks, 0);
  const textOf = ({ at, clicks }: ChartPoint) => `${labelOf(at)}: ${count.format(clicks)}`;
  const [first, last] = [points[0], points.at(-1)];
  return (
    <section className={classes.card} aria-label={title}>
      <div className={classes.cardHead}>
        <h2>{title}</h2>
        <button type="button" className={classes.plain} onClick={() => setAsTable(!asTable)}>
          {asTable ? "Show as chart" : "Show as table"}
        </button>
      </div>
      {asTable ? (
        // The table is scrollable, so it must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes.scroll} tabIndex={0} role="group" aria-label={`${title}, table`}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Clicks</th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ at, clicks }) => (
                <tr key={at}>
                  <td>{labelOf(at)}</td>
                  <td>{count.format(clicks)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <>
          <p className={classes.pointed} aria-hidden>
            {pointed ? textOf(pointed) : `Most: ${textOf(peak)}`}
          </p>
          <div role="img" aria-label={`${title}: ${count.format(total)} in total, most on ${textOf(peak)}`}>
            <svg
              className={classes.chart}
              viewBox={`0 0 ${width} ${height}`}
              preserveAspectRatio="none"
              onPointerMove={({ clientX, currentTarget }) => {
                const box = currentTarget.getBoundingClientRect();
                const at = Math.round(((clientX - box.left) / box.width) * (points.length - 1));
                setIndex(Math.min(Math.max(at, 0), points.length - 1));
              }}
              onPointerLeave={() => setIndex(null)}
            >
              {[0.25, 0.5, 0.75].map((part) => (
                <line key={part} className={classes.grid} x1={0} x2={width} y1={height * part} y2={height * part} />
              ))}
              <polygon
                className={classes.area}
                points={`${x(0)},${height} ${coordinates.join(" ")} ${x(points.length - 1)},${height}`}
              />
              <polyline className={classes.line} points={coordinates.slice(0, -1).join(" ")} />
              <polyline className={`${classes.line} ${classes.unfinished}`} points={coordinates.slice(-2).join(" ")} />
              {points.length === 1 && <line className={classes.line} x1={480} x2={520} y1={y(max)} y2={y(max)} />}
              {index !== null && <line className={classes.pointer} x1={x(index)} x2={x(index)} y1={0} y2={height} />}
            </svg>
          </div>
          <p className={classes.axis} aria-hidden>
            <span>{first && labelOf(first.at)}</span>
            <span>{last && last !== first && labelOf(last.at)}</span>
          </p>
        </>
      )}
    </section>
  );
}

const none: ChartPoint = { at: "", clicks: 0 };
