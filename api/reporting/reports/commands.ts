import { sql } from "@hoplog/platform/postgres/sql.js";
import { conflictError, notFoundError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { emailProblem } from "@hoplog/schema/validation/identity.js";
import { authorize, authorizeOwn } from "../../kernel/access/authorize.ts";
import { type Actor, originOf } from "../../kernel/calls/actor.ts";
import { requireMatchingEtag } from "../../kernel/calls/etag.ts";
import { dayOf, requireTimeZone } from "../../clicks/counts/range.ts";
import type { Transaction, Database } from "../../kernel/database/orm.ts";
import { enqueueMail } from "../../accounts/mail/outbox.ts";
import { requireConfirmed } from "../../accounts/outlets/confirmed.ts";
import { requireNotPaused } from "../../accounts/outlets/notPaused.ts";
import { recordAndNotify } from "../../accounts/outlets/record.ts";
import { dueAt, periodBefore, periodOf } from "./period.ts";
import { enqueueReport } from "./enqueue.ts";
import type { NewReport } from "./entities.ts";
import { findReport, type Report, reportColumns, reportSettings } from "./queries.ts";
import type { Clock, Ids, PublicUrl, ShortUrl } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { LinksById } from "../../links/core/linksById.ts";
import type { MailTokens } from "../../accounts/mail/tokens.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";

export interface OfReports {
  readonly reportTokens: MailTokens<"confirm report" | "stop report">;
}

/** External dependencies of reports. */
export type ReportServices = Database &
  Reads &
  Events &
  Clock &
  Ids &
  PublicUrl &
  ShortUrl &
  ClickHouse &
  LinksById &
  LimitsOf<"report"> &
  OfReports;

const confirmMs = limits.reportConfirmDays * 24 * 60 * 60 * 1000;

/**
 * Creates a report and sends a confirmation link to its address. Throws VALIDATION_ERROR, AUTHORIZATION_ERROR,
 * RATE_LIMIT_ERROR, and CONFLICT_ERROR on `email` if the address already has this report, confirmed or not, or if there
 * are too many reports.
 */
export async function createReport(services: ReportServices, actor: Actor, input: NewReport): Promise<Report> {
  const ownerId = authorizeOwn(actor, "reports:write");
  const problem = emailProblem(input.email);
  if (problem) throw validationError([{ field: "email", message: problem }]);
  const email = input.email.trim();
  const tz = requireTimeZone(input.tz);
  await requireConfirmed(services, actor);
  await services.limits.report(actor.userId, email);
  return services.eventStore.unitOfWork(async (tx) => {
    // Takes a lock, which prevents concurrent calls from exceeding the maximum number.
    await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('hoplog reports ' || ${ownerId}, 0))`);
    const found = await rowsOf<{ same: boolean }>(
      tx,
      sql`SELECT lower(email) = lower(${email}) AND cadence = ${input.cadence} AS same FROM report WHERE owner_id = ${ownerId}`,
    );
    if (found.some(({ same }) => same))
      throw conflictError("email", "This email address already has a report with this frequency");
    if (found.length >= limits.reportsMax) {
      throw conflictError("email", `A workspace can have at most ${limits.reportsMax} reports. Delete one first.`);
    }
    const [id, createdAt] = [services.newId(), services.now()];
    const { cadence } = input;
    await execute(
      tx,
      sql`INSERT INTO report (id, owner_id, email, cadence, tz, created_at)
        VALUES (${id}, ${ownerId}, ${email}, ${cadence}, ${tz}, ${createdAt})`,
    );
    await enqueueMail(
      tx,
      { kind: "confirm-report", data: { reportId: id } },
      { id: services.newId(), now: createdAt, giveUpAt: new Date(createdAt.getTime() + confirmMs) },
    );
    await recordAndNotify(services, tx, actor, { kind: "report", id, ownerId, name: email, change: "created" });
    await audit(services, tx, actor, "CreateReport", id);
    return { id, ownerId, email, cadence, tz, createdAt, confirmedAt: null, nextDay: null, dueAt: null };
  });
}

/**
 * Deletes a report. Throws NOT_FOUND_ERROR, also for a report of another workspace, AUTHORIZATION_ERROR,
 * PreconditionError.
 */
export async function deleteReport(services: ReportServices, actor: Actor, id: string): Promise<void> {
  await services.eventStore.unitOfWork(async (tx) => {
    requireMatchingEtag(actor, reportSettings(await requireReport(tx, actor, id)));
    await execute(tx, sql`DELETE FROM report WHERE id = ${id}`);
    await audit(services, tx, actor, "DeleteReport", id);
  });
}

/**
 * Sends the report of the last week or month now. Throws NOT_FOUND_ERROR; AUTHORIZATION_ERROR; CONFLICT_ERROR if the
 * address is not confirmed or the report is paused; RATE_LIMIT_ERROR.
 */
export async function tryReport(services: ReportServices, actor: Actor, id: string): Promise<void> {
  const email = (await findReport(services, actor, id, "reports:write")).email;
  await services.limits.report(actor.userId, email);
  await services.eventStore.unitOfWork(async (tx) => {
    const report = await requireReport(tx, actor, id);
    await requireNotPaused(tx, "report", id);
    if (!report.confirmedAt)
      throw conflictError(
        "email",
        "The address has not been confirmed yet. Open the link in the confirmation email first.",
      );
    const { cadence, tz } = report;
    const period = periodBefore(cadence, periodOf(cadence, dayOf(services.now(), tz)));
    await enqueueReport(services, tx, report, period);
    await audit(services, tx, actor, "TryReport", id);
  });
}

/** Confirms a report, which starts with the current period. Returns false for an invalid token or a deleted report. */
export async function confirmReport(services: ReportServices, token: string): Promise<boolean> {
  const id = services.reportTokens.verify("confirm report", token);
  if (id === null) return false;
  return services.orm.em.fork().transactional(async (tx) => {
    const [report] = await rowsOf<Report>(tx, sql`SELECT ${reportColumns} FROM report WHERE id = ${id} FOR UPDATE`);
    if (!report) return false;
    if (report.confirmedAt) return true;
    const now = services.now();
    const period = periodOf(report.cadence, dayOf(now, report.tz));
    await execute(
      tx,
      sql`UPDATE report SET confirmed_at = ${now}, next_day = ${period.first}, due_at = ${dueAt(period, report.tz)}
        WHERE id = ${id}`,
    );
    return true;
  });
}

/** Stops a report, confirmed or not. Returns false for an invalid token. */
export async function stopReport(services: ReportServices, token: string): Promise<boolean> {
  const id = services.reportTokens.verify("stop report", token);
  if (id === null) return false;
  await execute(services.orm.em.fork(), sql`DELETE FROM report WHERE id = ${id}`);
  return true;
}

async function requireReport(tx: Transaction, actor: Actor, id: string): Promise<Report> {
  const [report] = await rowsOf<Report>(tx, sql`SELECT ${reportColumns} FROM report WHERE id = ${id} FOR UPDATE`);
  authorize(actor, "reports:write", { type: "report", workspaceId: report?.ownerId ?? null });
  if (!report) throw notFoundError("Report");
  return report;
}

async function audit(
  services: ReportServices,
  tx: Transaction,
  actor: Actor,
  action: string,
  id: string,
): Promise<void> {
  await services.eventStore.audit(tx, originOf(services, actor), { action, resource: { type: "report", id } });
}
