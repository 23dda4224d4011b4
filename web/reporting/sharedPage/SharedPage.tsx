import { moneyText } from "@hoplog/schema/conversions/money.js";
import { isShareDimension, type SharePeriod, sharePeriods } from "@hoplog/schema/shares/share.js";
import { VisuallyHidden } from "@mantine/core";
import { useEffect, useState } from "react";
import { useParams, useSearchParams } from "react-router-dom";
import { labelOf, valueText } from "../../analytics/account/fieldTexts.ts";
import { type Converted, revenueText } from "../../links/conversions/texts.ts";
import { Logo } from "../../ui/elements/Logo.tsx";
import { ThemeToggle } from "../../core/theme/ThemeToggle.tsx";
import type { Absence, SharedPage as Page, TopList, View } from "./answers.ts";
import { LineChart } from "./LineChart.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import classes from "./SharedPage.module.css";
import { useSharedPage } from "./useSharedPage.ts";

const periodTexts: Readonly<Record<SharePeriod, string>> = {
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
  "12m": "Last 12 months",
  all: "All time",
};

const absenceTexts: Readonly<Record<Exclude<Absence, "password">, readonly [string, string]>> = {
  gone: ["There is no page here", "It may have been revoked, or its time is over. Ask whoever gave you the address."],
  refused: ["This view can't be shown", "The page is not narrowed in this way any more."],
  busy: ["Too many visits", "Please try again in a moment."],
  away: ["The page can't be loaded", "The server can't be reached just now."],
};

const figures = [
  ["clicks", "Clicks", "People who were sent on. Exact, within seconds."],
  [
    "uniqueVisitors",
    "Unique visitors",
    "Told apart within a day (UTC), and added up. Within about 1 % where there are many thousands.",
  ],
  ["bots", "Bots", "Programs, by named rules. Exact, and in no other figure."],
  ["leads", "Leads", "Reported of these clicks. Exact."],
  ["sales", "Sales", "Reported of these clicks. Exact."],
] as const;

const count = new Intl.NumberFormat();

/** A shared page of statistics, which anyone with its URL can open without an account. */
export function SharedPage() {
  const { token = "" } = useParams();
  const [round, setRound] = useState(0);
  return <Visited key={`${token} ${round}`} token={token} onAgain={() => setRound(round + 1)} />;
}

function Visited({ token, onAgain }: { token: string; onAgain: () => void }) {
  const [query, setQuery] = useSearchParams();
  const view: View = {
    period: sharePeriods.find((period) => period === query.get("period")) ?? "30d",
    filters: query.getAll("filter"),
  };
  const { page, absence, isLive } = useSharedPage(token, view);
  const change = ({ period, filters }: Partial<View>) =>
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        if (period !== undefined) next.set("period", period);
        if (filters !== undefined) next.delete("filter");
        for (const filter of filters ?? []) next.append("filter", filter);
        return next;
      },
      { replace: true },
    );
  const name = page?.name;
  useEffect(() => {
    if (name !== undefined) document.title = name;
  }, [name]);

  return (
    <div className={classes.page}>
      <meta name="robots" content="noindex, nofollow" />
      <main className={classes.main}>
        {page && <Shown page={page} view={view} isLive={isLive} onChange={change} />}
        {!page && absence === "password" && <PasswordForm token={token} onGiven={onAgain} />}
        {!page && absence !== null && absence !== "password" && (
          <div className={classes.absent} role="alert">
            <h1>{absenceTexts[absence][0]}</h1>
            <p>{absenceTexts[absence][1]}</p>
            {absence === "refused" ? (
              <button type="button" className={classes.button} onClick={() => change({ filters: [], period: "30d" })}>
                Show the page
              </button>
            ) : (
              absence !== "gone" && (
                <button type="button" className={classes.button} onClick={onAgain}>
                  Try again
                </button>
              )
            )}
          </div>
        )}
        {!page && absence === null && <p role="status">Loading…</p>}
      </main>
      <footer className={classes.footer}>
        <a href="/" target="_blank" rel="noreferrer" aria-label="Shared with hoplog">
          <Logo />
        </a>
        <a href="https://db-ip.com" target="_blank" rel="noreferrer">
          IP Geolocation by DB-IP
        </a>
        <ThemeToggle />
      </footer>
    </div>
  );
}

interface ShownProps {
  page: Page;
  view: View;
  isLive: boolean;
  onChange: (change: Partial<View>) => void;
}

function Shown({ page, view, isLive, onChange }: ShownProps) {
  const { filters } = view;
  const isSold = page.figures.sales !== undefined || page.figures.revenue !== undefined;
  const add = (filter: string) => onChange({ filters: [...new Set([...filters, filter])] });
  return (
    <>
      <header className={classes.head}>
        <div>
          <h1>{page.name}</h1>
          <p className={classes.about}>
            <About page={page} />
          </p>
        </div>
        <div className={classes.controls}>
          <span className={classes.live} data-live={isLive} role="status">
            {isLive ? "Live" : "Not live"}
          </span>
          <select
            className={classes.select}
            aria-label="Period"
            value={view.period}
            onChange={({ currentTarget: { value } }) =>
              onChange({ period: sharePeriods.find((period) => period === value) ?? "30d" })
            }
          >
            {sharePeriods.map((period) => (
              <option key={period} value={period}>
                {periodTexts[period]}
              </option>
            ))}
          </select>
        </div>
      </header>
      {filters.length > 0 && (
        <ul className={classes.filters} aria-label="Filters">
          {filters.map((filter) => (
            <li key={filter}>
              <button
                type="button"
                className={classes.chip}
                aria-label={`Remove filter ${filterText(filter)}`}
                onClick={() => onChange({ filters: filters.filter((other) => other !== filter) })}
              >
                {filterText(filter)} <span aria-hidden>×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <dl className={classes.tiles}>
        {figures.map(([key, label, note]) => {
          const figure = page.figures[key];
          if (figure === undefined) return null;
          return (
            <div key={key} className={classes.card}>
              <dt>{label}</dt>
              <dd>{count.format(figure)}</dd>
              <dd className={classes.print}>{note}</dd>
            </div>
          );
        })}
        {page.figures.revenue && (
          <div className={classes.card}>
            <dt>Revenue</dt>
            <dd>{revenueText(page.figures.revenue)}</dd>
            <dd className={classes.print}>Of these sales, in each currency by itself. Exact.</dd>
          </div>
        )}
      </dl>
      {page.chart && page.chart.length > 0 && (
        <LineChart title="Clicks over time" points={page.chart} labelOf={(at) => pointText(at, page)} />
      )}
      <div className={classes.lists}>
        {page.tops.map((top) => (
          <TopCard key={top.field} top={top} onPick={(value) => add(`${top.field}:is:${value}`)} />
        ))}
      </div>
      <p className={classes.notes}>
        {page.figures.bots === undefined ? "People are counted" : "People are counted, bots apart from them"}; days are
        those of {page.timeZone}.
        {isSold && " Leads, sales and revenue are those of the clicks of this time, whenever they were."}
        {page.clicksSince !== null &&
          ` Lists and filters begin at ${page.clicksSince} (UTC): older clicks are only sums.`}
        {page.from !== null && ` Nothing before ${moment(page.timeZone).format(new Date(page.from))} is shown.`}
      </p>
    </>
  );
}

function About({ page: { target } }: { page: Page }) {
  if (target.kind === "workspace") return "The clicks of all links";
  if (target.kind === "group") return `The clicks of the group ${target.name ?? ""}`;
  return (
    <>
      The clicks of {target.name ?? (target.shortUrl === null ? "a link" : "")}
      {target.shortUrl !== null && (
        <>
          {" "}
          <a href={target.shortUrl} target="_blank" rel="noreferrer nofollow">
            {target.shortUrl.replace(/^https?:\/\//, "")}
          </a>
        </>
      )}
    </>
  );
}

const fewRows = 8;

function TopCard({ top: { field, rows, distinct }, onPick }: { top: TopList; onPick: (value: string) => void }) {
  const most = Math.max(1, ...rows.map(({ clicks }) => clicks));
  const label = labelOf(field);
  const list = rows.map(({ value, clicks, ...converted }) => {
    const sold = soldText(converted);
    return (
      <li key={value}>
        <button type="button" className={classes.row} onClick={() => onPick(value)}>
          <span className={classes.bar} style={{ width: `${(clicks / most) * 100}%` }} />
          <VisuallyHidden>Show only {label}</VisuallyHidden>{" "}
          <span className={classes.value}>{valueText(field, value)}</span>{" "}
          <span className={classes.clicks}>{count.format(clicks)}</span>
          {sold !== "" && <span className={classes.sold}> {sold}</span>}
        </button>
      </li>
    );
  });
  return (
    <section className={classes.card} aria-label={label}>
      <h2>{label}</h2>
      {rows.length === 0 && <p className={classes.none}>No clicks</p>}
      <ol className={classes.rows}>{list.slice(0, fewRows)}</ol>
      {rows.length > fewRows && (
        <details>
          <summary>More of {count.format(distinct)}</summary>
          <ol className={classes.rows}>{list.slice(fewRows)}</ol>
        </details>
      )}
    </section>
  );
}

/** Formats the conversions that the page shows; empty if there are none. */
function soldText({ leads = 0, sales = 0, revenue = [] }: Partial<Converted>): string {
  const counted = (n: number, one: string) => (n > 0 ? [`${count.format(n)} ${one}${n === 1 ? "" : "s"}`] : []);
  return [...counted(leads, "lead"), ...counted(sales, "sale"), ...revenue.map(moneyText)].join(", ");
}

/** Formats a filter from the URL, which may be invalid. */
function filterText(filter: string): string {
  const [, field = "", value = ""] = /^(\w+):is:(.*)$/s.exec(filter) ?? [];
  return isShareDimension(field) ? `${labelOf(field)} is ${valueText(field, value)}` : filter;
}

function moment(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short", timeZone });
}

const dayText = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

/** Formats a point: hours are instants, other intervals are days in the page's time zone. */
function pointText(at: string, { interval, timeZone }: Page): string {
  if (interval === "hour") return moment(timeZone).format(new Date(at));
  const day = dayText.format(new Date(`${at}T00:00:00Z`));
  return interval === "day" ? day : `From ${day}`;
}
