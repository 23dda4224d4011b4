import classes from "./LiveBadge.module.css";
import { useLive } from "./LiveUpdates.tsx";
import { Tip } from "../../ui/elements/Tip.tsx";

const texts = {
  idle: { label: "Offline", hint: "Live updates are off" },
  connecting: { label: "Connecting", hint: "Connecting to live updates" },
  live: { label: "Live", hint: "Counts move as clicks come in" },
  lost: { label: "Reconnecting", hint: "Live updates are interrupted; counts may be out of date" },
} as const;

/** Shows the status of live updates; the badge's dot pulses while counts are live. */
export function LiveBadge() {
  const { status } = useLive();
  const { label, hint } = texts[status];
  return (
    <Tip label={hint} below atEnd>
      <span className={classes.badge} data-status={status} role="status" aria-live="polite">
        <span className={classes.dot} aria-hidden />
        {label}
      </span>
    </Tip>
  );
}
