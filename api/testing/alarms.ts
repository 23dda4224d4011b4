import { z } from "zod";
import { expect } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { execute } from "../kernel/database/statements.ts";
import { inject } from "./inject.ts";
import { mailTo, tokenIn } from "./mails.ts";
import { call, type TestApi, type TestUser } from "./testApi.ts";
import { createDueStep } from "../kernel/work/dueWork.ts";
import { noticeWork } from "../reporting/alarms/enqueue.ts";
import { evaluateDue } from "../reporting/alarms/evaluateDue.ts";
import { countedBeyond } from "../reporting/alarms/settle.ts";

const made = z.object({ data: z.object({ _id: z.string() }) });

/** Creates an alarm with a confirmed address, and returns its id. */
export async function makeAlarm(api: TestApi, user: TestUser, email: string, body: object): Promise<string> {
  const answer = await call(api, "POST", "/api/alarms", { user, body: { emails: [email], ...body } });
  expect(answer.status).toBe(201);
  const { rows } = await api.services.reads.query(
    sql`SELECT id FROM alarm_address WHERE owner_id = ${user.id} AND confirmed_at IS NULL`,
  );
  if (rows.length > 0) {
    const mail = await mailTo(api, email, "Do you want alarms");
    expect((await opened(api, "POST", "confirm", tokenIn(mail), true)).statusCode).toBe(200);
  }
  return made.parse(answer.body).data._id;
}

export const opened = (api: TestApi, method: "GET" | "POST", what: "confirm" | "stop", token: string, form = false) =>
  inject(api, {
    method,
    url: `/api/alarms/${what}`,
    query: { token },
    ...(form && {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "List-Unsubscribe=One-Click",
    }),
  });

/**
 * Sets the end of the last evaluated window of an alarm, in the distant future, so that the API's own worker with the
 * real clock ignores it.
 */
export async function judgedTo(api: TestApi, id: string, at: string): Promise<void> {
  await execute(
    api.services.orm.em.fork(),
    sql`UPDATE alarm SET judged_to = ${at}, due_at = ${at}, try_at = ${at} WHERE id = ${id}`,
  );
}

/** Returns the services with a clock set to a given time. */
export function clockAt(api: TestApi, now: string) {
  return {
    ...api.services,
    now: () => new Date(now),
    isCountedBeyond: countedBeyond(api.services.clickhouse),
  };
}

/** Evaluates the alarms due at a time, with the given concurrency. Returns how many fired. */
export async function evaluateAll(api: TestApi, now: string, atOnce = 1): Promise<number> {
  const services = clockAt(api, now);
  const judged = await Promise.all(Array.from({ length: atOnce }, () => evaluateDue(services)));
  for (let more = await evaluateDue(services); more; more = await evaluateDue(services)) judged.push(more);
  return judged.reduce((sum, one) => sum + (one?.fired ?? 0), 0);
}

/** Enqueues the notices due at a time, with the given concurrency, for sending now. */
export async function enqueueAll(api: TestApi, now: string, atOnce = 1): Promise<void> {
  const services = clockAt(api, now);
  const step = () => createDueStep(services, noticeWork(services))(services.reads);
  await Promise.all(Array.from({ length: atOnce }, step));
  while ((await step()) === "worked") continue;
  await execute(api.services.orm.em.fork(), sql`UPDATE mail_outbox SET next_try_at = now()`);
}

const history = z.object({ data: z.array(z.record(z.string(), z.unknown())) });

export async function historyOf(api: TestApi, user: TestUser): Promise<Record<string, unknown>[]> {
  return history.parse((await call(api, "GET", "/api/alarms/history", { user })).body).data;
}
