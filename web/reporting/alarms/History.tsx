import type { AlarmFiringFragment } from "../../core/graphql/generated/graphql.ts";
import { isCounted } from "./alarmForm.ts";
import { expiringText, firingTitle, momentText, windowText } from "./alarmTexts.ts";
import classes from "./History.module.css";

/** Maximum number of expiring items listed here; the email lists all. */
const named = 10;

/** Fired alarms with the figures that they compared. */
export function History({ firings }: { firings: readonly AlarmFiringFragment[] }) {
  return (
    <section className={`sheet ${classes.history}`} aria-labelledby="alarm-history">
      <h2 id="alarm-history" className={classes.title}>
        History
      </h2>
      {firings.length === 0 && <p className={classes.words}>No alarm has fired in the last 90 days.</p>}
      {firings.length > 0 && (
        <ul className={classes.list} aria-label="Alarms that fired">
          {firings.map((firing) => (
            <li key={firing.id}>
              <span className={classes.what}>{firingTitle(firing)}</span>
              {isCounted(firing.kind) && <span className={classes.words}>{windowText(firing)}</span>}
              {firing.subjects.slice(0, named).map((subject) => (
                <span key={`${subject.id}${subject.at}`} className={classes.words}>
                  {subject.name} {expiringText(subject)} {momentText(subject.at)}
                </span>
              ))}
              {firing.subjects.length > named && (
                <span className={classes.words}>and {firing.subjects.length - named} more</span>
              )}
              <span className={classes.words}>{stateText(firing)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function stateText({ kind, firedAt, endedAt, mailAt }: AlarmFiringFragment): string {
  const noticed = `Noticed ${momentText(firedAt)}`;
  const mailed = mailAt === firedAt ? "" : `, mail ${momentText(mailAt)}`;
  if (!isCounted(kind)) return noticed + mailed;
  return `${noticed}${mailed}, ${endedAt ? `over ${momentText(endedAt)}` : "goes on"}`;
}
