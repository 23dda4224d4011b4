import type { Client } from "@hoplog/sdk";
import { type Command, type Context, isSet, numberOf, textOf, UsageError } from "../command/command.ts";
import { findLink } from "../links/findLink.ts";
import { counted, plain } from "../output/plain.ts";
import type { Printer } from "../output/printer.ts";
import { type Conversions, conversionsOf, rateText, soldText, routeText } from "../stats/conversions.ts";
import { condensed, sparkline } from "../output/sparkline.ts";

interface Day {
  readonly day: string;
  readonly clicks: number;
}

interface Top {
  readonly title: string;
  readonly rows: readonly (readonly [string, number])[];
}

export const stats: Command = {
  name: "stats",
  summary: "Show the clicks and conversions of a link, or of all links",
  args: [{ name: "LINK", isOptional: true }],
  options: {
    days: { type: "string", help: "Number of days, including today; 30 by default, at most 366" },
    tz: { type: "string", help: "Time zone of the days; that of this machine by default" },
    bots: { type: "boolean", help: "Include clicks by bots" },
  },
  async run(context, { args: [named], values }) {
    const days = numberOf(values, "days") ?? 30;
    if (days > 366) throw new UsageError("--days must be at most 366");
    const tz = textOf(values, "tz") ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    const dates = datesUntil(new Date(), days, tz);
    const range = { startDate: dates[0] ?? "", endDate: dates.at(-1) ?? "", tz, bots: isSet(values, "bots") };
    const client = await context.client();
    return named === undefined ? ofAll(context, client, range, dates) : ofLink(context, client, named, range, dates);
  },
};

interface Range {
  readonly startDate: string;
  readonly endDate: string;
  readonly tz: string;
  readonly bots: boolean;
}

async function ofLink({ out, signal }: Context, client: Client, named: string, range: Range, dates: readonly string[]) {
  const link = await findLink(client, named, signal);
  const [found, conversions] = await Promise.all([
    client.links.stats(link._id, range, { signal }),
    conversionsOf(client, { ...range, linkId: link._id }, signal),
  ]);
  if (out.isJson) return out.json({ ...found, conversions });
  out.line(`${out.bold(plain(link.fullShortUrl))}  ${plain(link.name)}`);
  print(
    out,
    filled(
      dates,
      found.clicksByDate.map(({ _id, clicks }) => ({ day: _id, clicks })),
    ),
    [counted(found.totalClicks, "click"), counted(found.uniqueIPs, "visitor")],
  );
  printConversions(out, conversions);
  const rows = (list: readonly { _id: string; count: number }[]) => list.map(({ _id, count }) => [_id, count] as const);
  printTops(out, [
    { title: "Countries", rows: rows(found.topCountries) },
    { title: "Referrers", rows: rows(found.topReferrers) },
    { title: "Devices", rows: rows(found.topDevices) },
    { title: "Browsers", rows: rows(found.topBrowsers) },
  ]);
}

async function ofAll({ out, signal }: Context, client: Client, range: Range, dates: readonly string[]) {
  const [found, conversions, countries, referrers] = await Promise.all([
    client.analytics.get({ ...range, interval: "day" }, { signal }),
    conversionsOf(client, range, signal),
    client.analytics.top({ ...range, field: "country", limit: 5 }, { signal }),
    client.analytics.top({ ...range, field: "referrer", limit: 5 }, { signal }),
  ]);
  if (out.isJson) return out.json({ ...found, conversions, countries: countries.rows, referrers: referrers.rows });
  const chart = found.chart.map(({ at, clicks }) => ({ day: dayOf(new Date(at), range.tz), clicks }));
  const { clicks, uniqueVisitors } = found.figures;
  print(out, filled(dates, chart), [counted(clicks, "click"), counted(uniqueVisitors, "visitor")]);
  printConversions(out, conversions);
  printTops(out, [
    { title: "Countries", rows: countries.rows.map((row) => [row.value, row.clicks]) },
    { title: "Referrers", rows: referrers.rows.map((row) => [row.value, row.clicks]) },
  ]);
}

function print(out: Printer, days: readonly Day[], figures: readonly string[]): void {
  const width = Math.max(10, Math.min(100, (out.width ?? 80) - 26));
  const line = sparkline(
    condensed(
      days.map(({ clicks }) => clicks),
      width,
    ),
  );
  out.line(`${out.dim(days[0]?.day ?? "")}  ${line}  ${out.dim(days.at(-1)?.day ?? "")}`);
  const most = days.reduce((top, day) => (day.clicks > top.clicks ? day : top), { day: "", clicks: 0 });
  out.line([...figures, ...(most.clicks > 0 ? [`most on ${most.day}: ${most.clicks}`] : [])].join(", "));
}

/** Prints total conversions, and conversions by rule and arm if rules or arms had clicks; prints nothing for null. */
function printConversions(out: Printer, conversions: Conversions | null): void {
  if (!conversions) return;
  out.line(`conversions: ${soldText(conversions)}; ${rateText(conversions.rate)} of clicks by people`);
  const { byRoute } = conversions;
  if (byRoute.every(({ rule, arm }) => rule === 0 && arm === 0)) return;
  for (const way of byRoute) {
    out.line(
      `${out.dim(routeText(way).padEnd(16))} ${counted(way.people, "click")}, ${soldText(way)}, ${rateText(way.rate)}`,
    );
  }
}

function printTops(out: Printer, tops: readonly Top[]): void {
  for (const { title, rows } of tops) {
    if (rows.length === 0) continue;
    const named = rows.slice(0, 5).map(([name, count]) => `${plain(name) || "none"} ${count}`);
    out.line(`${out.dim(title.padEnd(10))} ${named.join(", ")}`);
  }
}

/** Returns the last `days` dates in a time zone, oldest first, as 2026-11-26. */
function datesUntil(now: Date, days: number, tz: string): string[] {
  const [year = 0, month = 1, day = 1] = dayOf(now, tz).split("-").map(Number);
  return Array.from({ length: days }, (_, index) =>
    new Date(Date.UTC(year, month - 1, day - days + 1 + index)).toISOString().slice(0, 10),
  );
}

function dayOf(at: Date, tz: string): string {
  try {
    return new Intl.DateTimeFormat("en-CA", { timeZone: tz, year: "numeric", month: "2-digit", day: "2-digit" }).format(
      at,
    );
  } catch {
    throw new UsageError(`Unknown time zone ${tz}: use an IANA name, such as Europe/Berlin`);
  }
}

function filled(dates: readonly string[], days: readonly Day[]): Day[] {
  const clicks = new Map(days.map((one) => [one.day.slice(0, 10), one.clicks]));
  return dates.map((day) => ({ day, clicks: clicks.get(day) ?? 0 }));
}
