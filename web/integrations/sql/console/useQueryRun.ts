import { useCallback, useEffect, useRef, useState } from "react";
import { type Failure, failureOf } from "../../../core/errors/failure.ts";
import { toastError } from "../../../core/errors/toasts.tsx";
import { saveFile } from "../../../core/files/saveFile.ts";
import { cancelQuery, type FileFormat, fetchFile, runQuery, type SqlResult } from "./consoleCalls.ts";

/** State of the last query. */
export type QueryState =
  | { readonly kind: "none" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "answered"; readonly result: SqlResult; readonly query: string };

/** Runs queries and saves their results, one at a time: a call is ignored while another one is running. */
export function useQueryRun() {
  const [state, setState] = useState<QueryState>({ kind: "none" });
  const [busy, setBusy] = useState<"table" | FileFormat | null>(null);
  const running = useRef<AbortController>(null);

  const start = useCallback(async (what: "table" | FileFormat, work: (signal: AbortSignal) => Promise<void>) => {
    if (running.current) return;
    const own = new AbortController();
    running.current = own;
    setBusy(what);
    try {
      await work(own.signal);
    } catch (error) {
      setState(own.signal.aborted ? { kind: "cancelled" } : { kind: "failed", failure: failureOf(error) });
    } finally {
      running.current = null;
      setBusy(null);
    }
  }, []);

  const run = useCallback(
    (query: string) =>
      start("table", async (signal) => setState({ kind: "answered", result: await runQuery(query, signal), query })),
    [start],
  );
  const save = useCallback(
    (query: string, format: FileFormat) =>
      start(format, async (signal) => {
        const file = await fetchFile(query, format, signal);
        saveFile(`query.${format}`, file, file.type);
      }),
    [start],
  );
  const cancel = useCallback(() => {
    running.current?.abort();
    cancelQuery().catch((error: unknown) => toastError(error, "The query could not be cancelled"));
  }, []);
  // Aborts the request when the page is left.
  useEffect(() => () => running.current?.abort(), []);
  return { state, busy, run, save, cancel };
}
