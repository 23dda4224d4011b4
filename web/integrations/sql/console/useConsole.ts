import { useCallback, useEffect, useState } from "react";
import { fetchConsole, type SqlConsole } from "./consoleCalls.ts";

interface Known {
  readonly known?: SqlConsole;
  readonly error?: unknown;
}

/** Loads the installation's console; `known` is undefined until the console is loaded. */
export function useConsole() {
  const [state, setState] = useState<Known>({});
  useEffect(() => {
    const leaving = new AbortController();
    fetchConsole(leaving.signal).then(
      (known) => setState({ known }),
      (error: unknown) => leaving.signal.aborted || setState({ error }),
    );
    return () => leaving.abort();
  }, []);
  const refetch = useCallback(
    () =>
      fetchConsole().then(
        (known) => setState({ known }),
        (error: unknown) => setState({ error }),
      ),
    [],
  );
  return { ...state, refetch };
}
