import { useQuery } from "@apollo/client/react";
import { Button, Skeleton } from "@mantine/core";
import { IconBell, IconCloudOff, IconPlus } from "../../ui/elements/icons.ts";
import { lazy, Suspense, useState } from "react";
import { EmptyState } from "../../ui/elements/EmptyState.tsx";
import { PageHead } from "../../ui/elements/PageHead.tsx";
import { type AlarmCardFragment, AlarmsDocument } from "../../core/graphql/generated/graphql.ts";
import grid from "../../links/core/LinksPage.module.css";
import { AlarmCard } from "./AlarmCard.tsx";
import { alarmName } from "./alarmTexts.ts";
import { History } from "./History.tsx";
import { useAlarmActions } from "./useAlarmActions.ts";
import { PausedNotice } from "../../accounts/outlets/PausedNotice.tsx";

const AlarmFormModal = lazy(() => import("./AlarmFormModal.tsx"));
const ConfirmModal = lazy(() => import("../../ui/elements/ConfirmModal.tsx"));

type Open = { kind: "new" } | { kind: "edit" | "delete"; alarm: AlarmCardFragment };

/** Page to create, edit, test and delete email alarms, with a list of those that have fired. */
export function AlarmsPage() {
  const { data, error, refetch } = useQuery(AlarmsDocument, { fetchPolicy: "cache-and-network" });
  const { tryNow, turn, remove } = useAlarmActions();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const add = () => setOpen({ kind: "new" });
  const alarms = data?.alarms;

  const act = (alarm: AlarmCardFragment, action: "edit" | "try" | "turn" | "delete") => {
    if (action === "try") void tryNow(alarm);
    else if (action === "turn") void turn(alarm);
    else setOpen({ kind: action, alarm });
  };

  return (
    <>
      <PageHead title="Alarms" subtitle="Mails when something unusual happens, or something expires">
        <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          New Alarm
        </Button>
      </PageHead>
      <PausedNotice kind="alarm" />
      {alarms && alarms.length > 0 && (
        <ul className={grid.grid} aria-label="Alarms">
          {alarms.map((alarm) => (
            <li key={alarm.id}>
              <AlarmCard alarm={alarm} onAction={(action) => act(alarm, action)} />
            </li>
          ))}
        </ul>
      )}
      {!alarms && !error && (
        <div className={grid.grid} role="status" aria-label="Loading alarms">
          {Array.from({ length: 3 }, (_, index) => (
            <Skeleton key={index} height={210} radius="lg" />
          ))}
        </div>
      )}
      {!alarms && error && (
        <EmptyState icon={<IconCloudOff size={40} stroke={1.4} aria-hidden />} title="Failed to fetch alarms">
          <p>They still watch; only this list could not be loaded.</p>
          <Button variant="light" onClick={() => void refetch().catch(() => undefined)}>
            Retry
          </Button>
        </EmptyState>
      )}
      {alarms?.length === 0 && (
        <EmptyState icon={<IconBell size={40} stroke={1.4} aria-hidden />} title="No alarm yet">
          <p>
            Get a mail when clicks are far more or fewer than usual at this time of the week, when many visits lead
            nowhere, or before a link ends or a domain is lost.
          </p>
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
            Make your first alarm
          </Button>
        </EmptyState>
      )}
      {data && alarms && alarms.length > 0 && <History firings={data.alarmHistory} />}
      <Suspense fallback={null}>
        {open?.kind === "new" && <AlarmFormModal alarm={null} onClose={close} />}
        {open?.kind === "edit" && <AlarmFormModal alarm={open.alarm} onClose={close} />}
        {open?.kind === "delete" && (
          <ConfirmModal
            title="Delete Alarm"
            question={`“${alarmName(open.alarm)}” is gone with its history, and nothing more is mailed of it.`}
            onClose={close}
            onConfirm={() => remove(open.alarm)}
          />
        )}
      </Suspense>
    </>
  );
}
