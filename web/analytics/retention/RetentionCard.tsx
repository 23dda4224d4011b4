import { useQuery } from "@apollo/client/react";
import { Alert, Button, Group, Skeleton } from "@mantine/core";
import { IconClockPause, IconHourglass } from "../../ui/elements/icons.ts";
import { lazy, Suspense, useState } from "react";
import { type ClickRetentionCardFragment, ClickRetentionDocument } from "../../core/graphql/generated/graphql.ts";
import { timeText } from "../../ui/timeText.ts";
import { counted } from "../../links/core/view/formatCount.ts";
import { ProfileCard } from "../../ui/elements/ProfileCard.tsx";
import { useRetentionActions } from "./useRetentionActions.ts";

const RetentionModal = lazy(() => import("./RetentionModal.tsx"));

/** The retention of single clicks, and pending changes to it. */
export function RetentionCard() {
  const { data, error, refetch } = useQuery(ClickRetentionDocument, { fetchPolicy: "cache-and-network" });
  const [open, setOpen] = useState(false);
  const { busy, cancel } = useRetentionActions();
  const retention = data?.clickRetention;
  return (
    <div style={{ marginTop: 24 }}>
      <ProfileCard title="Old Clicks">
        {!retention && !error && <Skeleton height={60} />}
        {!retention && error && (
          <Group>
            <span>How long clicks are kept could not be loaded.</span>
            <Button variant="light" onClick={() => void refetch().catch(() => undefined)}>
              Retry
            </Button>
          </Group>
        )}
        {retention && (
          <>
            <Present of={retention} />
            {retention.waiting && (
              <Alert color="amber" mb="md" icon={<IconHourglass aria-hidden />} title="Single clicks will be removed">
                From {timeText(retention.waiting.from)} on, single clicks older than {retention.waiting.days} days are
                removed. Until then you can cancel it.
                <div style={{ marginTop: 10 }}>
                  <Button variant="default" loading={busy} onClick={() => void cancel()}>
                    Cancel It
                  </Button>
                </div>
              </Alert>
            )}
            {retention.heldSince && (
              <Alert color="amber" mb="md" icon={<IconClockPause aria-hidden />} title="Waits for an export">
                Since {timeText(retention.heldSince)} older clicks stay, because an export of yours still has to write
                them. Look whether one above fails; a switched off one is not waited for.
              </Alert>
            )}
            <Button variant="default" onClick={() => setOpen(true)}>
              Change
            </Button>
            <Suspense fallback={null}>
              {open && <RetentionModal days={retention.days ?? null} onClose={() => setOpen(false)} />}
            </Suspense>
          </>
        )}
      </ProfileCard>
    </div>
  );
}

function Present({ of: { days, clicksSince } }: { of: ClickRetentionCardFragment }) {
  return (
    <p style={{ margin: "0 0 12px" }}>
      {days
        ? `Single clicks are kept for ${counted(days, "day")}; figures and charts for ever.`
        : "Single clicks are kept for ever."}
      {clicksSince && ` Those before ${clicksSince} (UTC) were removed.`}
    </p>
  );
}
