import { type DeclaredDimension, filterDimensions, type FilterDimension } from "@hoplog/schema/clicks/dimensions.js";
import { Button, NativeSelect, Switch, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { Filter, Period, View } from "./view.ts";
import { periods } from "./view.ts";
import classes from "./ViewControls.module.css";

export const periodLabels: Readonly<Record<Period, string>> = {
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
  all: "All time",
  custom: "Custom range",
};

interface ViewControlsProps {
  view: View;
  onChange: (changes: Partial<View>) => void;
  onFilter: (dimension: FilterDimension, value: string | null) => void;
  /** Whether the period before can be shown beside it. */
  comparable?: boolean;
  /** What counting bots means on the page. */
  botsLabel?: string;
}

export function ViewControls({
  view,
  onChange,
  onFilter,
  comparable = true,
  botsLabel = "Count bots",
}: ViewControlsProps) {
  const choose = (value: string) => {
    const period = periods.find((known) => known === value);
    if (period !== undefined) onChange({ period });
  };
  const backwards = view.from !== null && view.to !== null && view.from > view.to;
  return (
    <div className={classes.controls} role="group" aria-label="What is shown">
      <NativeSelect
        aria-label="Period"
        data={periods.map((value) => ({ value, label: periodLabels[value] }))}
        value={view.period}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {view.period === "custom" && (
        <>
          <TextInput
            type="date"
            aria-label="First day"
            value={view.from ?? ""}
            max={view.to ?? undefined}
            onChange={(event) => onChange({ from: event.currentTarget.value || null })}
          />
          <TextInput
            type="date"
            aria-label="Last day"
            value={view.to ?? ""}
            min={view.from ?? undefined}
            error={backwards ? "Before the first day" : undefined}
            onChange={(event) => onChange({ to: event.currentTarget.value || null })}
          />
        </>
      )}
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
