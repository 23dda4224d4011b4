import { Button } from "@mantine/core";
import { IconRefresh, IconX } from "../../ui/elements/icons.ts";
import { useState } from "react";
import { PeriodPicker } from "../link/PeriodPicker.tsx";
import controlClasses from "../link/ViewControls.module.css";
import { PageHead } from "../../ui/elements/PageHead.tsx";
import { ClicksSince } from "../retention/ClicksSince.tsx";
import { QueryFailure } from "../../core/errors/ErrorBanner.tsx";
import type { LedgerPart } from "../../core/graphql/generated/graphql.ts";
import classes from "./LedgerPage.module.css";
import { Parts } from "./Parts.tsx";
import { RequestList } from "./RequestList.tsx";
import { useLedger, useLedgerView } from "./useLedger.ts";
import { Verdict } from "./Verdict.tsx";

interface Chosen {
  readonly part: LedgerPart;
  readonly reason: string | null;
}

/** Page that accounts for every received request by classification, down to single requests. */
export function LedgerPage() {
  const { view, change } = useLedgerView();
  const { from, balance, link, error, refetch, loading } = useLedger(view);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  return (
    <div className={classes.page}>
      <PageHead
        title="Ledger of clicks"
        subtitle="Every request that was received, what it was taken for, and whether all of them are accounted for."
      >
        <Button
          variant="default"
          leftSection={<IconRefresh size={17} aria-hidden />}
          loading={loading && balance !== undefined}
          onClick={() => void refetch().catch(() => undefined)}
        >
          Refresh
        </Button>
      </PageHead>
      <div className={controlClasses.controls} role="group" aria-label="What is shown">
        <PeriodPicker view={view} onChange={change} />
        {view.linkId !== null && (
          <ul className={controlClasses.filters} aria-label="Filters">
            <li>
              <Button
                size="compact-sm"
                variant="light"
                rightSection={<IconX size={14} aria-hidden />}
                aria-label="Remove filter URL"
                onClick={() => change({ linkId: null })}
              >
                {`URL: ${link?.name ?? "…"}`}
              </Button>
            </li>
          </ul>
        )}
      </div>
      <ClicksSince from={from} of="ledger" />
      {error ? (
        <QueryFailure error={error} refetch={refetch} />
      ) : (
        <>
          <Verdict balance={balance} />
          <div className={classes.columns}>
            <Parts balance={balance} chosen={chosen} onChoose={(part, reason) => setChosen({ part, reason })} />
            {chosen ? (
              <RequestList
                key={`${chosen.part} ${chosen.reason ?? ""} ${view.period} ${view.from ?? ""} ${view.to ?? ""} ${view.linkId ?? ""}`}
                view={view}
                {...chosen}
              />
            ) : (
              <p className={`sheet ${classes.card} ${classes.hint}`}>
                Choose a line to see its requests one by one, each with the reason why it was taken for what it is.
              </p>
            )}
          </div>
        </>
      )}
      <p className={classes.notes}>
        Redirectors count each request when they send it on, apart from recording it; these counts are compared with the
        clicks and misses that are stored. First visits are counted exactly, by URL and day (UTC), so their sum may
        differ a little from figures of unique visitors, which are estimates where there are very many.
      </p>
    </div>
  );
}
