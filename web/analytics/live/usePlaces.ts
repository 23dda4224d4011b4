import { useEffect, useState } from "react";
import tableUrl from "./places.json?url";

/** Loads the table of places from our own server; undefined until loaded. Without it the map has no dots. */
export function usePlaces(): unknown {
  const [table, setTable] = useState<unknown>();
  useEffect(() => {
    const leaving = new AbortController();
    const load = async () => {
      const answer = await fetch(tableUrl, { signal: leaving.signal });
      const loaded: unknown = await answer.json();
      setTable(loaded);
    };
    load().catch(() => {});
    return () => leaving.abort();
  }, []);
  return table;
}
