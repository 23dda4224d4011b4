import type { FilterFieldName } from "@hoplog/schema/clicks/filters.js";
import { Anchor, Button, Skeleton } from "@mantine/core";
import { IconX } from "../../ui/elements/icons.ts";
import { lazy, Suspense } from "react";
import { narrowedLinks, withValue } from "../account/address.ts";
import { FilteredControls } from "../account/FilteredControls.tsx";
import { ViewControls } from "../link/ViewControls.tsx";
import controlClasses from "../link/ViewControls.module.css";
import { PageHead } from "../../ui/elements/PageHead.tsx";
import { ClicksSince } from "../retention/ClicksSince.tsx";
import { QueryFailure } from "../../core/errors/ErrorBanner.tsx";
import { type BotsView, type OnlyField, narrowingFields } from "./address.ts";
import classes from "./BotsPage.module.css";
import { Kinds } from "./Kinds.tsx";
import { RulesCard } from "./RulesCard.tsx";
import { Samples } from "./Samples.tsx";
import { fieldLabels } from "./texts.ts";
import { useBotFigures, useBotsView } from "./useBotFigures.ts";
import { useRules } from "./useRules.ts";
import { type Value, ValueCard } from "./ValueCard.tsx";
import { VerdictButton } from "./VerdictButton.tsx";

const Chart = lazy(() => import("./Chart.tsx"));

/** Page of clicks classified as bots, with reasons; or of those classified as human. */
export function BotsPage() {
  const { view, change } = useBotsView();
  const { interval, question, now, tops, samples, error, refetch } = useBotFigures(view);
  const rules = useRules();
  const { people, filters, only } = view;
  const narrow = (field: OnlyField) => (value: string) => change({ only: { ...only, [field]: value } });
  const pick = (field: FilterFieldName, value: string) =>
    change({ filters: withValue(filters, { field, op: "is", value }) });
  const actions = (field: "agent" | "network" | "referrer") => (row: Value) => (
    <VerdictButton field={field} row={row} people={people} rules={rules} />
  );
  return (
    <div className={classes.page}>
      <PageHead
        title="Bots"
        subtitle={
          people
            ? "Clicks that were taken for those of people. Click a value to see it alone."
            : "Clicks that were taken for those of bots, and why. Click a value to see it alone."
        }
      />
      <FilteredControls question={question} filters={filters} onChange={(changed) => change({ filters: changed })}>
        <ViewControls
          view={{ ...view, bots: people, compare: false, filter: {} }}
          onChange={({ compare: _compare, filter: _filter, bots, ...changes }) =>
            change({ ...changes, ...(bots !== undefined && { people: bots }) })
          }
          onFilter={() => undefined}
          comparable={false}
          botsLabel="Show people instead"
        />
      </FilteredControls>
      <ClicksSince from={question.range?.from} of="clicks" />
      <Chips only={only} onChange={(changed) => change({ only: changed })} />
      {error ? (
        <QueryFailure error={error} refetch={refetch} />
      ) : (
        <>
          <Kinds figures={now?.figures} people={people} />
          <Suspense fallback={<Skeleton height={290} radius="md" />}>
            <Chart points={now?.chart} interval={interval} people={people} linkIds={narrowedLinks(filters)} />
          </Suspense>
          <div className={classes.lists}>
            {!people && <ValueCard title="Reasons" field="reason" top={tops?.reason} onPick={narrow("reason")} />}
            <ValueCard
              title="User agents"
              field="agent"
              top={tops?.agent}
              onPick={narrow("agent")}
              actions={actions("agent")}
            />
            <ValueCard
              title="Networks"
              field="network"
              top={tops?.network}
              onPick={narrow("network")}
              actions={actions("network")}
            />
            <ValueCard
              title="Referrers"
              field="referrer"
              top={tops?.referrer}
              onPick={(value) => pick("referrer", value)}
              actions={actions("referrer")}
            />
          </div>
          <Samples samples={samples} />
        </>
      )}
      <RulesCard rules={rules} question={question} />
      <p className={classes.notes}>
        User agents are kept for as long as the installation is told, by default for 90 days; the verdict stays.{" "}
        <Anchor href="https://db-ip.com" target="_blank" rel="noreferrer" inherit>
          IP Geolocation by DB-IP
        </Anchor>
      </p>
    </div>
  );
}

function Chips({ only, onChange }: { only: BotsView["only"]; onChange: (only: BotsView["only"]) => void }) {
  const set = narrowingFields.flatMap((field) => {
    const value = only[field];
    return value === undefined ? [] : [{ field, text: `${fieldLabels[field]}: ${value || "None"}` }];
  });
  if (set.length === 0) return null;
  return (
    <ul className={controlClasses.filters} aria-label="Shown alone">
      {set.map(({ field, text }) => (
        <li key={field}>
          <Button
            size="compact-sm"
            variant="light"
            className={classes.chip ?? ""}
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={`Remove filter ${text}`}
            onClick={() => onChange(Object.fromEntries(Object.entries(only).filter(([name]) => name !== field)))}
          >
            {text}
          </Button>
        </li>
      ))}
    </ul>
  );
}
