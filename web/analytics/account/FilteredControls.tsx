import type { ClickFilter } from "@hoplog/schema/clicks/filters.js";
import { Button, Skeleton } from "@mantine/core";
import { IconFilterPlus } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Question } from "./useAccountAnalytics.ts";

const FilterBar = lazy(() => import("./FilterBar.tsx"));

interface FilteredControlsProps {
  question: Question;
  filters: readonly ClickFilter[];
  onChange: (filters: readonly ClickFilter[]) => void;
  /** Of the row of controls. */
  className: string | undefined;
  /** What stands before the button in that row. */
  children: ReactNode;
}

/** Controls of a view of clicks, with a button that opens a form for filters, and the filters that hold below. */
export function FilteredControls({ question, filters, onChange, className, children }: FilteredControlsProps) {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <div className={className}>
        {children}
        <Button
          variant="default"
          leftSection={<IconFilterPlus size={16} aria-hidden />}
          aria-expanded={adding}
          onClick={() => setAdding(!adding)}
        >
          Filter
        </Button>
      </div>
      {(adding || filters.length > 0) && (
        <Suspense fallback={<Skeleton height={36} />}>
          <FilterBar question={question} filters={filters} adding={adding} onChange={onChange} />
        </Suspense>
      )}
    </>
  );
}
