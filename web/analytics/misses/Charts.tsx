import { useComputedColorScheme } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import type { Interval } from "../account/address.ts";
import { valueText } from "../account/fieldTexts.ts";
import { ListCard } from "../account/ListCard.tsx";
import { seriesFigure, seriesRows } from "../account/series.ts";
import { readClock } from "../link/useSpans.ts";
import { WithMarks } from "../link/WithMarks.tsx";
import { chartColours } from "../link/colours.ts";
import { saveCsv } from "../../core/files/saveFile.ts";
import type { MissFiguresQuery, MissTopsQuery } from "../../core/graphql/generated/graphql.ts";
import classes from "./OrphansPage.module.css";

const fields = ["referrer", "host", "country"] as const;
type Field = (typeof fields)[number];
const labels: Readonly<Record<Field, string>> = { referrer: "Referrer", host: "Host", country: "Country" };
const titles: Readonly<Record<Field, string>> = { referrer: "Referrers", host: "Hosts", country: "Countries" };
const unitOf = { hour: "Hour", day: "Day", week: "Week from", month: "Month from" } as const;
const chartHeight = 230;
const shortList = 8;

interface ChartsProps {
  points: MissFiguresQuery["misses"]["chart"] | undefined;
  interval: Interval;
  tops: MissTopsQuery["misses"] | undefined;
  total: number | undefined;
  onPick: (field: Field, value: string) => void;
  onRetry: () => Promise<unknown>;
  /** Content that is shown between the chart and the lists. */
  children: ReactNode;
}

/** The page's chart and lists, in their own chunk so that the figures above are shown first. */
export default function Charts({ points, interval, tops, total, onPick, onRetry, children }: ChartsProps) {
  const colours = chartColours[useComputedColorScheme("light", { getInitialValueInEffect: false })];
  const rows = useMemo(() => points && seriesRows(points.map(({ at, visits }) => ({ at, clicks: visits }))), [points]);
  const figure = useMemo(
    () => rows && seriesFigure(rows, interval, colours, { now: readClock() }),
    [rows, interval, colours],
  );
  return (
    <>
      <WithMarks
        linkIds={null}
        interval={interval}
        level={2}
        title="Orphan visits over time"
        countLabel="Visits"
        unit={unitOf[interval]}
        rows={rows}
        figure={figure ?? null}
        height={chartHeight}
        emptyText="No visit led nowhere"
        fileName="orphan-visits"
      />
      <div className={classes.columns}>{children}</div>
      <div className={classes.lists}>
        {fields.map((field) => (
          <TopCard key={field} field={field} top={tops?.[field]} total={total} onPick={onPick} onRetry={onRetry} />
        ))}
      </div>
    </>
  );
}

interface TopCardProps extends Pick<ChartsProps, "total" | "onPick" | "onRetry"> {
  field: Field;
  top: MissTopsQuery["misses"][Field] | undefined;
}

function TopCard({ field, top, total, onPick, onRetry }: TopCardProps) {
  const [whole, setWhole] = useState(false);
  const all = top?.rows.map(({ value, visits }) => ({
    key: value,
    label: field === "host" ? value || "None" : valueText(field, value),
    clicks: visits,
  }));
  return (
    <ListCard
      title={titles[field]}
      rows={whole ? all : all?.slice(0, shortList)}
      failed={false}
      onRetry={onRetry}
      total={total}
      more={top && !whole && top.rows.length > shortList ? top.distinct : null}
      onMore={() => setWhole(true)}
      onSave={() =>
        saveCsv(
          `orphan-visits-${field}`,
          (all ?? []).map(({ key, label, clicks }) => ({ [labels[field]]: label, Value: key, Visits: clicks })),
        )
      }
      onPick={(value) => onPick(field, value)}
      emptyText="No visits"
    />
  );
}
