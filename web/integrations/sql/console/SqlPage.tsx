import { Button, Skeleton } from "@mantine/core";
import {
  IconDatabaseOff,
  IconFileTypeCsv,
  IconPlayerPlay,
  IconPlayerStop,
  IconTableExport,
} from "../../../ui/elements/icons.ts";
import { lazy, Suspense, useCallback, useRef, useState } from "react";
import { EmptyState } from "../../../ui/elements/EmptyState.tsx";
import { PageHead } from "../../../ui/elements/PageHead.tsx";
import { QueryFailure } from "../../../core/errors/ErrorBanner.tsx";
import type { SqlConsole } from "./consoleCalls.ts";
import { SavedQueries } from "./SavedQueries.tsx";
import classes from "./SqlPage.module.css";
import { useConsole } from "./useConsole.ts";
import { useQueryRun } from "./useQueryRun.ts";
import { Limits, Views } from "./Views.tsx";

const Result = lazy(() => import("./Result.tsx"));
const SqlEditor = lazy(() => import("./SqlEditor.tsx"));

const firstQuery = `SELECT day, sum(clicks) AS people, sum(bot_clicks) AS bots
FROM daily
WHERE day > today() - 30
GROUP BY day
ORDER BY day
`;

/** SQL console for the account's own rows in ClickHouse. */
export function SqlPage() {
  const { known, error, refetch } = useConsole();
  return (
    <div className={classes.page}>
      <PageHead title="SQL" subtitle="Ask ClickHouse about your clicks, links and groups. Read only." />
      {known === undefined && error !== undefined && <QueryFailure error={error} refetch={refetch} />}
      {known === undefined && error === undefined && <Skeleton height={420} radius="md" />}
      {known?.available === false && (
        <EmptyState
          icon={<IconDatabaseOff size={40} stroke={1.4} aria-hidden />}
          title="SQL is not set up at this installation"
        >
          <p>Whoever runs it gives its ClickHouse the users of the console, as the documentation for analysts says.</p>
          <Button variant="light" onClick={() => void refetch()}>
            Look again
          </Button>
        </EmptyState>
      )}
      {known?.available && <Console known={known} />}
    </div>
  );
}

function Console({ known: { views, limits } }: { known: SqlConsole }) {
  const [text, setText] = useState(firstQuery);
  const { state, busy, run, save, cancel } = useQueryRun();
  // The editor's key bindings are set only once, so they read the latest values from a ref.
  const latest = useRef(text);
  const change = useCallback((value: string) => {
    latest.current = value;
    setText(value);
  }, []);
  const runLatest = useCallback(() => void run(latest.current), [run]);
  const idle = busy === null && text.trim() !== "" && text.length <= limits.textMax;
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <div className={`sheet ${classes.editor}`}>
          <Suspense fallback={<Skeleton height={160} />}>
            <SqlEditor value={text} views={views} database="analytics" onChange={change} onRun={runLatest} />
          </Suspense>
        </div>
        <div className={classes.actions}>
          {busy === null ? (
            <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} disabled={!idle} onClick={runLatest}>
              Run
            </Button>
          ) : (
            <Button color="red.9" leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={cancel}>
              Cancel
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconFileTypeCsv size={16} aria-hidden />}
            disabled={!idle}
            onClick={() => void save(text, "csv")}
          >
            CSV
          </Button>
          <Button
            variant="default"
            leftSection={<IconTableExport size={16} aria-hidden />}
            disabled={!idle}
            onClick={() => void save(text, "parquet")}
          >
            Parquet
          </Button>
          <span className={classes.hint} role="status">
            {busy === null ? "Ctrl or ⌘ + Enter runs it" : busy === "table" ? "Running…" : "Making the file…"}
          </span>
        </div>
        {text.length > limits.textMax && (
          <p role="alert" className={classes.note}>
            A query has at most {limits.textMax.toLocaleString("en")} characters.
          </p>
        )}
        <Suspense fallback={<Skeleton height={200} radius="md" />}>
          {state.kind !== "none" && <Result state={state} shownRows={limits.shownRows} />}
        </Suspense>
      </div>
      <div className={classes.aside}>
        <SavedQueries text={text} onOpen={change} />
        <Views views={views} />
        <Limits limits={limits} />
      </div>
    </div>
  );
}
