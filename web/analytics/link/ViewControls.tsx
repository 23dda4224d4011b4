import { type DeclaredDimension, filterDimensions, type FilterDimension } from "@hoplog/schema/clicks/dimensions.js";
import { Button, Switch } from "@mantine/core";
import { IconX } from "../../ui/elements/icons.ts";
import { PeriodPicker } from "./PeriodPicker.tsx";
import type { Filter, View } from "./view.ts";
import classes from "./ViewControls.module.css";

interface ViewControlsProps {
  view: View;
  onChange: (changes: Partial<View>) => void;
  onFilter: (dimension: FilterDimension, value: string | null) => void;
  /** Whether comparison with the previous period is available. */
  comparable?: boolean;
  /** Label of the switch that includes bots. */
  botsLabel?: string;
}

export function ViewControls({
  view,
  onChange,
  onFilter,
  comparable = true,
  botsLabel = "Count bots",
}: ViewControlsProps) {
  return (
    <div className={classes.controls} role="group" aria-label="What is shown">
      <PeriodPicker view={view} onChange={onChange} />
      {comparable && (
        <Switch
          label="Compare with the period before"
          checked={view.compare}
          disabled={view.period === "all"}
          onChange={(event) => onChange({ compare: event.currentTarget.checked })}
        />
      )}
      <Switch
        label={botsLabel}
        checked={view.bots}
        onChange={(event) => onChange({ bots: event.currentTarget.checked })}
      />
      <Filters filter={view.filter} onFilter={onFilter} />
    </div>
  );
}

function Filters({ filter, onFilter }: { filter: Filter; onFilter: ViewControlsProps["onFilter"] }) {
  const active = filterDimensions.flatMap((dimension) => {
    const value = filter[dimension.name];
    return value === undefined ? [] : [{ ...dimension, text: `${dimension.label}: ${textOf(dimension, value)}` }];
  });
  if (active.length === 0) return null;
  return (
    <ul className={classes.filters} aria-label="Filters">
      {active.map(({ name, text }) => (
        <li key={name}>
          <Button
            size="compact-sm"
            variant="light"
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={`Remove filter ${text}`}
            onClick={() => onFilter(name, null)}
          >
            {text}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function textOf({ values }: DeclaredDimension, value: string): string {
  if (values !== "countries" || !/^[A-Za-z]{2}$/.test(value)) return value;
  return new Intl.DisplayNames(undefined, { type: "region" }).of(value.toUpperCase()) ?? value;
}
