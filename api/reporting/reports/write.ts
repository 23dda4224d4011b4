import { sql } from "@hoplog/platform/postgres/sql.js";
import { moneyText } from "@hoplog/schema/conversions/money.js";
import { z } from "zod";
import { figuresOf } from "../../analytics/account/figures.ts";
import type { ClickQuestion } from "../../clicks/questions/question.ts";
import { topLinks } from "../../analytics/account/topLinks.ts";
import { topLists } from "../../analytics/account/tops.ts";
import { clicksSinceWithin } from "../../clicks/cuts/mark.ts";
import { type Converted, convertedIn } from "../../analytics/conversions/converted.ts";
import { startOfDay } from "../../clicks/counts/range.ts";
import { UserRow } from "../../accounts/identity/rows.ts";
import { compose } from "../../accounts/mail/compose.ts";
import type { MailJob, Written } from "../../accounts/mail/outbox.ts";
import type { Mail } from "../../accounts/mail/port.ts";
import { strangersName, withoutLinks } from "../../accounts/mail/strangersName.ts";
import { notPaused } from "../../accounts/outlets/notPaused.ts";
import { countryName } from "@hoplog/platform/visitor/countryName.js";
import { rowsOf } from "../../kernel/database/statements.ts";
import { type Cadence, type Period, periodBefore, periodOf } from "./period.ts";
import { type Report, reportColumns } from "./queries.ts";
import type { ReportServices } from "./commands.ts";

const day = z.iso.date();
const jobSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("confirm-report"), data: z.object({ reportId: z.uuid() }) }),
  z.object({ kind: z.literal("report"), data: z.object({ reportId: z.uuid(), first: day, end: day }) }),
]);

export type WriteServices = Pick<
  ReportServices,
  "orm" | "clickhouse" | "linkById" | "tagIdsOfLink" | "publicUrl" | "now" | "reportTokens"
>;

/**
 * Writes the email of a report. Returns undefined for other kinds of email; resolves to null for a deleted report, for
 * a confirmation email to a confirmed address, and for figures to an unconfirmed one. Throws if its figures cannot be
 * read.
 */
export function writeReportMail(services: WriteServices, job: MailJob): Promise<Written> | undefined {
  if (job.kind !== "confirm-report" && job.kind !== "report") return undefined;
  return write(services, job);
}

async function write(services: WriteServices, job: MailJob): Promise<Written> {
  const { kind, data } = jobSchema.parse(job);
  const [report] = await rowsOf<Report & { readonly isPaused: boolean }>(
    services.orm.em.fork(),
    sql`SELECT ${reportColumns}, NOT ${notPaused("report", "report.id")} AS "isPaused" FROM report WHERE id = ${data.reportId}`,
  );
  if (!report) return null;
  const owner = await services.orm.em.fork().findOne(UserRow, { id: report.ownerId });
  if (!owner) return null;
  // An address gets one confirmation email, and figures only after confirming.
  if ((kind === "confirm-report") === (report.confirmedAt !== null)) return null;
  if (report.isPaused) return { heldFor: [report.id], data: job.data, mail: null };
  return kind === "confirm-report"
    ? confirmation(services, report, owner.name)
    : figuresMail(services, report, owner.name, data);
}

const words: Readonly<Record<Cadence, string>> = { weekly: "week", monthly: "month" };

function confirmation({ publicUrl, reportTokens }: WriteServices, report: Report, owner: string): Mail {
  const { id, ownerId, email, cadence } = report;
  const token = reportTokens.sign("confirm report", id);
  return compose({
    userId: ownerId,
    to: email,
    name: email,
    subject: `Do you want a ${cadence} report from hoplog?`,
    paragraphs: [
      `${strangersName(owner)} wants to send you how often their short links were clicked, each ${words[cadence]}.`,
      "Nothing is sent unless you open this link.",
    ],
    action: { label: "Send me the reports", url: `${publicUrl}/api/reports/confirm?token=${token}` },
    closing: "If you don't want them, you need not do anything. You can stop them later by a link in each.",
  });
}

const listed = 5;
const count = new Intl.NumberFormat("en-US");
const dates = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

async function figuresMail(services: WriteServices, report: Report, owner: string, period: Period): Promise<Mail> {
  const { id, ownerId, email, cadence, tz } = report;
  const { clickhouse, publicUrl, reportTokens } = services;
  const questionOf = ({ first, end }: Period): ClickQuestion => ({
    ownerId,
    range: { from: startOfDay(first, tz), to: startOfDay(end, tz) },
    tz,
    bots: false,
    filters: [],
    now: services.now(),
  });
  const question = questionOf(period);
  const before = questionOf(periodBefore(cadence, periodOf(cadence, period.first)));
  const [now, earlier, sold, soldEarlier, links, lists, since] = await Promise.all([
    figuresOf(clickhouse, question),
    figuresOf(clickhouse, before),
    convertedIn(clickhouse, question),
    convertedIn(clickhouse, before),
    topLinks(services, question, listed),
    topLists(clickhouse, question, ["country", "referrer"], listed),
    clicksSinceWithin(clickhouse, ownerId, question.range.from),
  ]);
  const rowsOf = (field: "country" | "referrer", nameOf: (value: string) => string) =>
    (lists.get(field)?.rows ?? []).map(({ value, clicks }) => [nameOf(value), count.format(clicks)] as const);
  const conversions = conversionRows(sold, soldEarlier);
  const stopUrl = `${publicUrl}/api/reports/stop?token=${reportTokens.sign("stop report", id)}`;
  const last = new Date(Date.parse(period.end) - 1);
  const clicks = `${count.format(now.clicks)} ${now.clicks === 1 ? "click" : "clicks"}`;
  const mail = compose({
    userId: ownerId,
    to: email,
    name: email,
    subject: `${strangersName(owner)} on hoplog: ${clicks} in the ${words[cadence]} to ${dates.format(last)}`,
    paragraphs: [
      `This is the ${words[cadence]} from ${dates.format(new Date(period.first))} to ${dates.format(last)} (time zone ${tz}), people only.`,
      ...(since !== null ? [cutNote(since)] : []),
    ],
    tables: [
      {
        title: "Figures",
        rows: [
          ["Clicks", `${count.format(now.clicks)}${change(now.clicks, earlier.clicks)}`],
          [
            "Unique visitors",
            `${count.format(now.uniqueVisitors)}${change(now.uniqueVisitors, earlier.uniqueVisitors)}`,
          ],
        ],
      },
      ...(conversions.length > 0 ? [{ title: "Leads and sales of these clicks so far", rows: conversions }] : []),
      {
        title: "Links",
        rows: links.rows.map(({ link, clicks: of }) => [`${withoutLinks(link.name)} (${link.code})`, count.format(of)]),
      },
      { title: "Countries", rows: rowsOf("country", (code) => countryName(code) || "Unknown") },
      { title: "Referrers", rows: rowsOf("referrer", (host) => withoutLinks(host) || "Direct visits") },
    ],
    action: { label: "Stop these reports", url: stopUrl },
    closing: "Visitors are told apart within one day, and the days are added up.",
  });
  return { ...mail, stopUrl };
}

/**
 * Compares leads, sales and revenue, by currency, with the conversions of the previous period's clicks. Empty without
 * leads and sales.
 */
function conversionRows(now: Converted, before: Converted): (readonly [string, string])[] {
  const isAny = [now, before].some(({ leads, sales }) => leads + sales > 0);
  if (!isAny) return [];
  const amountOf = ({ revenue }: Converted, of: string) => revenue.find(({ currency }) => currency === of)?.amount ?? 0;
  const currencies = new Set([...now.revenue, ...before.revenue].map(({ currency }) => currency));
  return [
    ["Leads", `${count.format(now.leads)}${change(now.leads, before.leads)}`],
    ["Sales", `${count.format(now.sales)}${change(now.sales, before.sales)}`],
    ...Array.from(currencies, (currency) => {
      const [amount, earlier] = [amountOf(now, currency), amountOf(before, currency)];
      return [`Revenue in ${currency}`, `${moneyText({ currency, amount })}${change(amount, earlier)}`] as const;
    }),
  ];
}

/**
 * Returns a note for a report of a period that begins before the first day with single clicks, in the same words as the
 * pages.
 */
function cutNote(since: string): string {
  const day = dates.format(new Date(since));
  return `Single clicks before ${day} (UTC) were removed: countries and referrers begin there. Figures and links go on.`;
}

/** Formats the difference from the previous period. */
function change(now: number, before: number): string {
  if (before === 0) return "";
  const percent = Math.round(((now - before) / before) * 100);
  return ` (${percent < 0 ? "−" : "+"}${count.format(Math.abs(percent))} %)`;
}
