import { Button, NativeSelect, Switch, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { Dimension, Filter, Period, View } from "./view.ts";
import { dimensions, periods } from "./view.ts";
import classes from "./ViewControls.module.css";

const periodLabels: Record<Period, string> = {
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
  all: "All time",
  custom: "Custom range",
};

const dimensionLabels: Record<Dimension, string> = {
  country: "Country",
  browser: "Browser",
  os: "Operating system",
  device: "Device",
  referrer: "Referrer",
};

interface ViewControlsProps {
  view: View;
  onChange: (changes: Partial<View>) => void;
  onFilter: (dimension: Dimension, value: string | null) => void;
}

export function ViewControls({ view, onChange, onFilter }: ViewControlsProps) {
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
      <Switch
        label="Compare with the period before"
        checked={view.compare}
        disabled={view.period === "all"}
        onChange={(event) => onChange({ compare: event.currentTarget.checked })}
      />
      <Switch
        label="Count bots"
        checked={view.bots}
        onChange={(event) => onChange({ bots: event.currentTarget.checked })}
      />
      <Filters filter={view.filter} onFilter={onFilter} />
    </div>
  );
}

function Filters({ filter, onFilter }: { filter: Filter; onFilter: ViewControlsProps["onFilter"] }) {
  const active = dimensions.filter((dimension) => filter[dimension] !== undefined);
  if (active.length === 0) return null;
  return (
    <ul className={classes.filters} aria-label="Filters">
      {active.map((dimension) => (
        <li key={dimension}>
          <Button
            size="compact-sm"
            variant="light"
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={`Remove filter ${dimensionLabels[dimension]}: ${textOf(dimension, filter[dimension] ?? "")}`}
            onClick={() => onFilter(dimension, null)}
          >
            {dimensionLabels[dimension]}: {textOf(dimension, filter[dimension] ?? "")}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function textOf(dimension: Dimension, value: string): string {
  if (dimension !== "country" || !/^[A-Za-z]{2}$/.test(value)) return value;
  return new Intl.DisplayNames(undefined, { type: "region" }).of(value.toUpperCase()) ?? value;
}
