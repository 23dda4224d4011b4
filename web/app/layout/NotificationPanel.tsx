import { IconAlertCircle, IconCheck } from "../../ui/elements/icons.ts";
import { usePastToasts } from "../../core/errors/toastLog.ts";
import classes from "./NotificationPanel.module.css";

const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

/** The list of the latest toasts, loaded in its own chunk. */
export default function NotificationPanel() {
  const toasts = usePastToasts();
  return (
    <>
      <h2 className={classes.title}>Notifications</h2>
      {toasts.length === 0 ? (
        <p className={classes.none}>Nothing yet</p>
      ) : (
        <ul className={classes.toasts} aria-label="Notifications, newest first">
          {toasts.map(({ id, message, kind, at }) => (
            <li key={id} className={classes.toast} data-kind={kind}>
              {kind === "failure" ? (
                <IconAlertCircle size={18} role="img" aria-label="Failed" />
              ) : (
                <IconCheck size={18} aria-hidden />
              )}
              <span className={classes.message}>{message}</span>
              <time className={classes.time} dateTime={at.toISOString()}>
                {timeFormat.format(at)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
