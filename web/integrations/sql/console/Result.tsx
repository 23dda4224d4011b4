import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { SegmentedControl, Skeleton } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { ErrorBanner } from "../../../core/errors/ErrorBanner.tsx";
import type { SqlResult } from "./consoleCalls.ts";
import { ResultTable } from "./ResultTable.tsx";
import classes from "./SqlPage.module.css";
import type { QueryState } from "./useQueryRun.ts";

const ResultChart = lazy(() => import("./ResultChart.tsx"));

/** The result of the last query. Loaded in its own chunk. */
export default function Result({ state, shownRows }: { state: QueryState; shownRows: number }) {
  if (state.kind === "none") return null;
  if (state.kind === "cancelled") return <p role="status">The query was cancelled.</p>;
  if (state.kind === "failed") {
    return (
      <div className={classes.failure}>
        <ErrorBanner type={state.failure.type} message={state.failure.message} />
      </div>
    );
  }
  return <Answer result={state.result} shownRows={shownRows} />;
}

function Answer({ result, shownRows }: { result: SqlResult; shownRows: number }) {
  const [view, setView] = useState("Table");
  const { rows, rowsRead, seconds, truncated } = result;
  return (
    <section className={`sheet ${classes.result}`} aria-label="Result">
      <div className={classes.resultHead}>
        <p role="status" className={classes.figures}>
          {count(rows.length, "row")} in {seconds.toFixed(seconds < 10 ? 2 : 1)} s, {count(rowsRead, "row")} read
        </p>
        <SegmentedControl
          size="xs"
          aria-label="Show the result as"
          data={["Table", "Chart"]}
          value={view}
          onChange={setView}
        />
      </div>
      {truncated && (
        <p className={classes.note}>
          There is more: at most {shownRows.toLocaleString("en")} rows and 4 MB are shown. The files have all of it.
        </p>
      )}
      {view === "Table" ? (
        <ResultTable key={keyOf(result)} result={result} />
      ) : (
        <Suspense fallback={<Skeleton height={360} radius="md" />}>
          <ResultChart key={keyOf(result)} result={result} />
        </Suspense>
      )}
    </section>
  );
}

const keys = new WeakMap<SqlResult, number>();
let results = 0;

/** Returns a React key per result, so that each starts with its first page and its own columns. */
function keyOf(result: SqlResult): number {
  const key = keys.get(result) ?? ++results;
  keys.set(result, key);
  return key;
}

function count(number: number, what: string): string {
  return `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
}
