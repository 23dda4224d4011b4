import { Anchor, Button, Skeleton } from "@mantine/core";
import { IconX } from "../../ui/elements/icons.ts";
import { lazy, Suspense, useState } from "react";
import { valueText } from "../account/fieldTexts.ts";
import { ViewControls } from "../link/ViewControls.tsx";
import controlClasses from "../link/ViewControls.module.css";
import { PageHead } from "../../ui/elements/PageHead.tsx";
import { QueryFailure } from "../../core/errors/ErrorBanner.tsx";
import type { MissFilter } from "../../core/graphql/generated/graphql.ts";
import type { NewPlace } from "../../links/core/linkForm.ts";
import { type FilterField, filterFields } from "./address.ts";
import { CodesCard } from "./CodesCard.tsx";
import { LiveList } from "./LiveList.tsx";
import classes from "./OrphansPage.module.css";
import { Reasons } from "./Reasons.tsx";
import { reasonTexts } from "./reasonTexts.ts";
import { useLiveMisses, useOrphans, useOrphanView } from "./useOrphans.ts";

const Charts = lazy(() => import("./Charts.tsx"));
const LinkFormModal = lazy(() => import("../../links/core/LinkFormModal.tsx"));

/** Page of visits without a destination: reasons, requested codes and possible fixes. */
export function OrphansPage() {
  const { view, change } = useOrphanView();
  const { interval, now, codes, tops, error, refetch } = useOrphans(view);
  const live = useLiveMisses(view.bots, refetch);
  const [creating, setCreating] = useState<NewPlace | null>(null);
  const narrow = (more: MissFilter) => change({ filter: { ...view.filter, ...more } });
  const clear = (field: FilterField) => {
    const { [field]: _, ...filter } = view.filter;
    change({ filter });
  };
  return (
    <div className={classes.page}>
      <PageHead title="Orphan visits" subtitle="Visits that led nowhere, live: why, and what was asked for." />
      <ViewControls
        view={{ ...view, compare: false, filter: {} }}
        onChange={({ compare: _compare, filter: _filter, ...changes }) => change(changes)}
        onFilter={() => undefined}
        comparable={false}
      />
      <Chips filter={view.filter} onClear={clear} />
      {error ? (
        <QueryFailure error={error} refetch={refetch} />
      ) : (
        <>
          <Reasons figures={now?.figures} bots={view.bots} onPick={(reason) => narrow({ reason })} />
          <Suspense fallback={<Skeleton height={290} radius="md" />}>
            <Charts
              points={now?.chart}
              interval={interval}
              tops={tops}
              total={now?.figures.visits}
              onPick={(field, value) => narrow({ [field]: value })}
              onRetry={refetch}
            >
              <CodesCard codes={codes} onCreate={setCreating} onPick={narrow} />
              <LiveList live={live} />
            </Charts>
          </Suspense>
        </>
      )}
      <p className={classes.notes}>
        {view.bots ? "People and bots are counted." : "People are counted."} Visits are kept for as long as the
        installation is told, by default for 90 days.{" "}
        <Anchor href="https://db-ip.com" target="_blank" rel="noreferrer" inherit>
          IP Geolocation by DB-IP
        </Anchor>
      </p>
      <Suspense fallback={null}>
        {creating && (
          <LinkFormModal
            link={null}
            place={creating}
            onClose={() => {
              setCreating(null);
              void refetch().catch(() => undefined);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

const fieldLabels: Readonly<Record<FilterField, string>> = {
  reason: "Reason",
  code: "Code",
  host: "Host",
  referrer: "Referrer",
  country: "Country",
};

function Chips({ filter, onClear }: { filter: MissFilter; onClear: (field: FilterField) => void }) {
  const set = filterFields.flatMap((field) => {
    const value = filter[field];
    return value === undefined || value === null ? [] : [{ field, text: chipText(field, value) }];
  });
  if (set.length === 0) return null;
  return (
    <ul className={controlClasses.filters} aria-label="Filters">
      {set.map(({ field, text }) => (
        <li key={field}>
          <Button
            size="compact-sm"
            variant="light"
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={`Remove filter ${text}`}
            onClick={() => onClear(field)}
          >
            {text}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function chipText(field: FilterField, value: string): string {
  const known = Object.entries(reasonTexts).find(([name]) => name === value);
  if (field === "reason" && known) return `${fieldLabels.reason}: ${known[1].label}`;
  const isListed = field === "referrer" || field === "country";
  return `${fieldLabels[field]}: ${isListed ? valueText(field, value) : value || "None"}`;
}
