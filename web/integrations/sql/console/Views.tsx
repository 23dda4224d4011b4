import type { SqlLimits, SqlView } from "./consoleCalls.ts";
import classes from "./SqlPage.module.css";

/** The views that queries may read, with their columns. */
export function Views({ views }: { views: readonly SqlView[] }) {
  return (
    <section className={`sheet ${classes.side}`} aria-labelledby="sql-views">
      <h2 id="sql-views">Views</h2>
      {views.map(({ name, comment, columns }) => (
        <details key={name} className={classes.view}>
          <summary>
            <code>{name}</code> <span>{comment}</span>
          </summary>
          <dl>
            {columns.map((column) => (
              <div key={column.name}>
                <dt>
                  <code>{column.name}</code> <span className={classes.type}>{column.type}</span>
                </dt>
                <dd>{column.comment}</dd>
              </div>
            ))}
          </dl>
        </details>
      ))}
    </section>
  );
}

const whole = (value: number) => value.toLocaleString("en");

export function Limits({ limits }: { limits: SqlLimits }) {
  return (
    <section className={`sheet ${classes.side}`} aria-labelledby="sql-limits">
      <h2 id="sql-limits">Limits</h2>
      <ul className={classes.limits}>
        <li>
          {limits.seconds} s a query, up to {limits.secondsMax} s with{" "}
          <code>SETTINGS max_execution_time = {limits.secondsMax}</code>
        </li>
        <li>One query at a time. It waits for its turn, and pauses while pages are read.</li>
        <li>
          {whole(limits.rowsRead)} rows read, {whole(limits.memoryBytes / 1e6)} MB of memory
        </li>
        <li>
          {whole(limits.shownRows)} rows in the table, {whole(limits.resultRows)} in a file
        </li>
        <li>
          {whole(limits.queriesInHour)} queries and {whole(limits.secondsInHour)} s of them in an hour
        </li>
      </ul>
    </section>
  );
}
