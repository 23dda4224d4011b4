import type { ClickFilter } from "@hoplog/schema/clicks/filters.js";
import { Button, Skeleton } from "@mantine/core";
import { IconFilterPlus } from "../../ui/elements/icons.ts";
import { lazy, type ReactNode, Suspense, useState } from "react";
import classes from "./FilteredControls.module.css";
import type { Question } from "./useAccountAnalytics.ts";

const FilterBar = lazy(() => import("./FilterBar.tsx"));

interface FilteredControlsProps {
  question: Question;
  filters: readonly ClickFilter[];
  onChange: (filters: readonly ClickFilter[]) => void;
  /** The page's other controls, shown before the button. */
  children: ReactNode;
}

/** A page's controls with the button "Filter", and the active filters below. */
export function FilteredControls({ question, filters, onChange, children }: FilteredControlsProps) {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <div className={classes.controls}>
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
