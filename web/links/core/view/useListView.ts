import { useCallback, useState } from "react";
import { type ColumnKey, parseColumns } from "./columnKeys.ts";
import { readRemembered, remember } from "./remembered.ts";

/** The list's layout: cards or a dense table. */
export type ListLayout = "cards" | "table";

const layoutName = "hoplog.links.layout";
const columnsName = "hoplog.links.columns";

/** The list's layout and columns, stored in this browser. */
export function useListView() {
  const [layout, setLayout] = useState<ListLayout>(() => readRemembered(layoutName, parseLayout) ?? "cards");
  const [columns, setColumns] = useState(() => readRemembered(columnsName, parseColumns) ?? parseColumns(null));
  return {
    layout,
    setLayout: useCallback((next: ListLayout) => {
      remember(layoutName, next);
      setLayout(next);
    }, []),
    columns,
    setColumns: useCallback((next: readonly ColumnKey[]) => {
      remember(columnsName, next);
      setColumns(next);
    }, []),
  };
}

function parseLayout(stored: unknown): ListLayout | null {
  return stored === "cards" || stored === "table" ? stored : null;
}
