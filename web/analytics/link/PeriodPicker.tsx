import { NativeSelect, TextInput } from "@mantine/core";
import { type Period, periods, type View } from "./view.ts";

const periodLabels: Readonly<Record<Period, string>> = {
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
  all: "All time",
  custom: "Custom range",
};

type Chosen = Pick<View, "period" | "from" | "to">;

/** Select for the period, and fields for the first and last day of a custom period. */
export function PeriodPicker({ view, onChange }: { view: Chosen; onChange: (changes: Partial<Chosen>) => void }) {
  const choose = (value: string) => {
    const period = periods.find((known) => known === value);
    if (period !== undefined) onChange({ period });
  };
  const backwards = view.from !== null && view.to !== null && view.from > view.to;
  return (
    <>
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
    </>
  );
}
