import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { makeAlarm } from "../../testing/alarms.ts";
import { inject } from "../../testing/inject.ts";
import { mailsTo, mailTo, tokenIn } from "../../testing/mails.ts";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const run = (sql: string, values: readonly unknown[] = []) => api.services.reads.query(sql, [...values]);
const made = z.object({ data: z.object({ _id: z.string() }) });

async function makeReport(user: TestUser, email: string): Promise<string> {
  const body = { email, cadence: "weekly", tz: "UTC" };
  return made.parse((await call(api, "POST", "/api/reports", { user, body })).body).data._id;
}

const confirm = async (email: string) => {
  const token = tokenIn(await mailTo(api, email, "Do you want"));
  const url = "/api/reports/confirm";
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const payload = "List-Unsubscribe=One-Click";
  expect((await inject(api, { method: "POST", url, query: { token }, headers, payload })).statusCode).toBe(200);
};

/** Adds an email to the outbox that is not due yet. */
async function enqueue(kind: string, data: object, give = "7 days"): Promise<void> {
  await run(
    `INSERT INTO mail_outbox (id, kind, data, next_try_at, give_up_at)
     VALUES (gen_random_uuid(), $1, $2, now() + interval '1 hour', now() + $3::interval)`,
    [kind, JSON.stringify(data), give],
  );
}

const pause = (id: string) => run("UPDATE outlet SET paused_at = now() WHERE id = $1", [id]);
const sendNow = () => run("UPDATE mail_outbox SET next_try_at = now() - interval '1 second'");
const resume = (user: TestUser, kind: string, id: string) =>
  call(api, "POST", `/api/auth/outlets/${kind}/${id}/resume`, { user });

/** Returns the emails that were tried and wait for their next attempt. */
async function held(): Promise<unknown[]> {
  return (await run("SELECT kind FROM mail_outbox WHERE next_try_at > now() ORDER BY kind")).rows;
}

const week = { first: "2026-11-16", end: "2026-11-23" };

it("a report that is in the outbox when it is paused is sent when it is resumed", async () => {
  const owner = await signUp(api);
  const id = await makeReport(owner, "reader@held.example");
  await confirm("reader@held.example");
  await enqueue("report", { reportId: id, ...week });
  await pause(id);
  await sendNow();
  await expect.poll(held).toEqual([{ kind: "report" }]);
  expect(await mailsTo(api, "reader@held.example")).toHaveLength(1);
  await resume(owner, "report", id);
  await mailTo(api, "reader@held.example", "on hoplog: 0 clicks");
});

it("a report's question to its address waits too", async () => {
  const owner = await signUp(api);
  const id = await makeReport(owner, "asked@held.example");
  await mailTo(api, "asked@held.example", "Do you want");
  await run("DELETE FROM mailbox WHERE recipient = 'asked@held.example'");
  await enqueue("confirm-report", { reportId: id });
  await pause(id);
  await sendNow();
  await expect.poll(held).toEqual([{ kind: "confirm-report" }]);
  await resume(owner, "report", id);
  await mailTo(api, "asked@held.example", "Do you want");
});

it("is dropped with its report, and when it has waited for too long", async () => {
  const owner = await signUp(api);
  const [deleted, late] = [
    await makeReport(owner, "deleted@held.example"),
    await makeReport(owner, "late@held.example"),
  ];
  for (const name of ["deleted", "late"]) await confirm(`${name}@held.example`);
  await enqueue("report", { reportId: deleted, ...week });
  await enqueue("report", { reportId: late, ...week });
  for (const id of [deleted, late]) await pause(id);
  await sendNow();
  await expect.poll(held).toHaveLength(2);
  await call(api, "DELETE", `/api/auth/outlets/report/${deleted}`, { user: owner });
  await run("UPDATE mail_outbox SET give_up_at = now() WHERE data ->> 'reportId' = $1", [late]);
  await sendNow();
  await expect.poll(async () => (await run("SELECT FROM mail_outbox")).rowCount).toBe(0);
  for (const name of ["deleted", "late"]) expect(await mailsTo(api, `${name}@held.example`)).toHaveLength(1);
});

it("alarms that are in the outbox wait if they are paused; those beside them in a mail do not", async () => {
  const owner = await signUp(api);
  const { id: linkId } = await makeLink(api, owner, { name: "Spring" });
  const email = "alarmed@held.example";
  const spike = await makeAlarm(api, owner, email, { kind: "spike", linkId });
  const drop = await makeAlarm(api, owner, email, { kind: "drop", linkId });
  const { rows } = await run(
    `INSERT INTO alarm_firing (id, alarm_id, window_from, window_to, figure, usual, subjects, fired_at, mail_at)
     SELECT gen_random_uuid(), id, '2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z', 7, 1, '[]', now(), now()
     FROM alarm WHERE id IN ($1, $2) RETURNING id, (SELECT id FROM alarm_address WHERE email = $3) AS address`,
    [spike, drop, email],
  );
  const fired = z.array(z.object({ id: z.string(), address: z.string() })).parse(rows);
  const addressId = fired[0]?.address ?? "";
  await enqueue("alarm", { addressId, firings: fired.map(({ id }) => id).join(",") });
  await enqueue("alarm-test", { addressId, alarmId: spike });
  await pause(spike);
  await sendNow();
  const { text } = await mailTo(api, email, "Spring");
  expect(text).toContain("Fewer clicks");
  expect(text).not.toContain("More clicks");
  await expect.poll(held).toEqual([{ kind: "alarm" }, { kind: "alarm-test" }]);
  const before = (await mailsTo(api, email)).length;
  await resume(owner, "alarm", spike);
  await mailTo(api, email, "Test of an alarm");
  await expect.poll(async () => (await mailsTo(api, email)).length).toBe(before + 2);
  const all = (await mailsTo(api, email)).map((mail) => mail.text).join("\n");
  expect(all.match(/Fewer clicks of/g)).toHaveLength(1);
});
