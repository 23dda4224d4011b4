import { Anchor, Button, Skeleton, Switch } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "../../ui/elements/icons.ts";
import { lazy, Suspense, useState } from "react";
import { FilteredControls } from "../account/FilteredControls.tsx";
import { useAccountView, useQuestion } from "../account/useAccountAnalytics.ts";
import { PageHead } from "../../ui/elements/PageHead.tsx";
import classes from "./LivePage.module.css";

const LiveClicks = lazy(() => import("./LiveClicks.tsx"));

/** Page of the account's live clicks: figures are exact, and the list shows as many clicks as users can follow. */
export function LivePage() {
  const { view: address, change } = useAccountView();
  const { question } = useQuestion(address);
  const [paused, setPaused] = useState(false);
  const { filters, bots } = address;
  return (
    <div className={classes.page}>
      <PageHead title="Live" subtitle="The clicks of the last 30 minutes, as they come in.">
        <Button
          variant="default"
          leftSection={paused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
          onClick={() => setPaused(!paused)}
        >
          {paused ? "Resume" : "Pause"}
        </Button>
      </PageHead>
      <FilteredControls question={question} filters={filters} onChange={(changed) => change({ filters: changed })}>
        <Switch label="Show bots" checked={bots} onChange={(event) => change({ bots: event.currentTarget.checked })} />
      </FilteredControls>
      <Suspense fallback={<Skeleton height={520} radius="md" />}>
        <LiveClicks key={JSON.stringify([filters, bots])} filters={filters} bots={bots} paused={paused} />
      </Suspense>
      <p className={classes.source}>
        Times are those of the redirects. Clicks that reach us later than 30 minutes are in the analytics alone.
        Countries are counted exactly; dots are the places of some of the latest clicks, at most 200. Larger cities are
        where they are, others near the middle of their region.{" "}
        <Anchor href="https://db-ip.com" target="_blank" rel="noreferrer" inherit>
          IP Geolocation by DB-IP
        </Anchor>
      </p>
    </div>
  );
}
