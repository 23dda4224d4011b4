import { operate } from "../../testing/listings.ts";
import { createListener } from "@hoplog/platform/postgres/listener.js";
import { sql, type Sql } from "@hoplog/platform/postgres/sql.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { deleteClicksBefore } from "../../clicks/cuts/deleteClicks.ts";
import { markCut } from "../../clicks/cuts/mark.ts";
import { writeConversions } from "../../analytics/conversions/writeRows.ts";
import { defaultRates } from "../../kernel/limits/rates.ts";
import { mailHeaders } from "../../accounts/mail/port.ts";
import { startMailSender } from "../../accounts/mail/mailSender.ts";
import type { Mail } from "../../accounts/mail/port.ts";
import { insertClicks } from "../../testing/clicks.ts";
import { inject } from "../../testing/inject.ts";
import { mailsTo, mailTo, tokenIn } from "../../testing/mails.ts";
import {
  call,
  graphql,
  makeLink,
  openTestApi,
  password,
  signUp,
  type TestApi,
  type TestUser,
} from "../../testing/testApi.ts";
import { createDueStep } from "../../kernel/work/dueWork.ts";
import { execute, rowsOf } from "../../kernel/database/statements.ts";
import { forgetUnconfirmed, reportWork } from "./worker.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await openTestApi();
  user = await signUp(api, "owner@reports.example", { name: "Grace Hopper" });
});
afterAll(() => api.close());

const made = z.object({ data: z.object({ _id: z.string() }) });
const dayMs = 24 * 60 * 60 * 1000;

async function create(body: object, by = user) {
  return call(api, "POST", "/api/reports", { user: by, body });
}

async function created(email: string, cadence = "weekly", by = user): Promise<string> {
  const { status, body } = await create({ email, cadence, tz: "Asia/Kathmandu" }, by);
  expect(status).toBe(201);
  return made.parse(body).data._id;
}

const opened = (method: "GET" | "POST", what: "confirm" | "stop", token: string, form = false) =>
  inject(api, {
    method,
    url: `/api/reports/${what}`,
    query: { token },
    ...(form && {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "List-Unsubscribe=One-Click",
    }),
  });

async function confirmed(email: string, by = user): Promise<string> {
  const id = await created(email, "weekly", by);
  const mail = await mailTo(api, email, "Do you want");
  expect((await opened("POST", "confirm", tokenIn(mail), true)).statusCode).toBe(200);
  return id;
}

const run = (statement: Sql) => execute(api.services.orm.em.fork(), statement);

/** Makes the report due in the distant future, so that the API's own worker with the real clock ignores it. */
async function makeDue(id: string): Promise<void> {
  await run(sql`UPDATE report SET next_day = '2099-03-02', due_at = '2099-03-09T01:15:00Z' WHERE id = ${id}`);
}

/** Queues due reports with the given clock, and returns their number. The emails are sent at once. */
async function enqueueAll(now: string, atOnce = 1): Promise<number> {
  const services = { ...api.services, now: () => new Date(now) };
  let count = 0;
  const step = () => createDueStep(services, reportWork(services, { inc: () => count++ }))(services.reads);
  await Promise.all(Array.from({ length: atOnce }, step));
  while ((await step()) === "worked") continue;
  await run(sql`UPDATE mail_outbox SET next_try_at = now()`);
  return count;
}

describe("a report", () => {
  it("of a banned account waits until the ban is lifted", async () => {
    const owner = await signUp(api, "banned@reports.example");
    const id = await confirmed("reader@banned.example", owner);
    await makeDue(id);
    await operate(api, "ban", "user", owner.id, "--reason", "Spam");
    expect(await enqueueAll("2099-03-09T01:16:00Z")).toBe(0);
    await operate(api, "lift", "user", owner.id);
    expect(await enqueueAll("2099-03-09T01:16:00Z")).toBe(1);
    await mailTo(api, "reader@banned.example", "on hoplog");
    await run(sql`DELETE FROM report WHERE id = ${id}`);
  });

  it("asks in nobody's name that carries an address", async () => {
    const name = "You won! https://evil.example/claim";
    const owner = await signUp(api, "spam@reports.example", { name });
    await created("victim@reports.example", "weekly", owner);
    const mail = await mailTo(api, "victim@reports.example", "Do you want a weekly report");
    expect(JSON.stringify(mail)).not.toContain("evil.example");
    expect(mail.text).toContain("Somebody wants to send you");
  });

  it("is sent to nobody who has not agreed", async () => {
    const email = "silent@reports.example";
    const id = await created(email);
    const { body } = await call(api, "POST", `/api/reports/${id}/try`, { user });
    expect(body).toMatchObject({ error: { type: "CONFLICT_ERROR" } });
    const mail = await mailTo(api, email, "Do you want a weekly report");
    // Opens the link with GET, as email scanners do.
    expect((await opened("GET", "confirm", tokenIn(mail))).statusCode).toBe(200);
    expect((await opened("POST", "confirm", "nonsense", true)).statusCode).toBe(410);
    const stop = api.services.reportTokens.sign("stop report", id);
    expect((await opened("POST", "confirm", stop, true)).statusCode).toBe(410);
    const { body: list } = await call(api, "GET", "/api/reports", { user });
    expect(list["data"]).toContainEqual(expect.objectContaining({ _id: id, email, confirmedAt: null, dueAt: null }));
    expect(await mailsTo(api, email)).toHaveLength(1);
  });

  it("has the figures of its week where its clock is, beside those of the week before", async () => {
    const person = await signUp(api, "figures@reports.example", { name: "Alan Turing" });
    const { id: linkId, code } = await makeLink(api, person, { name: "Spring <sale>" });
    const at = (time: string, more: object = {}) => ({ ownerId: person.id, linkId, at: time, visitor: 1, ...more });
    await insertClicks(api, [
      // Still 1 March, and already 9 March, in Kathmandu.
      at("2099-03-01T18:14:59.999Z"),
      at("2099-03-08T18:15:00.000Z"),
      at("2099-03-01T18:15:00.000Z", { country: "NP", referrer: "news.example" }),
      at("2099-03-08T18:14:59.999Z", { country: "NP" }),
      at("2099-03-05T00:00:00.000Z", { country: "DE", visitor: 2 }),
      at("2099-03-05T00:00:00.000Z", { isBot: true }),
    ]);
    // Clicks from before the report's week were removed, which the report does not mention.
    await markCut(api.services.clickhouse, [person.id], "2099-03-01");
    const id = await confirmed("turing@reports.example", person);
    await makeDue(id);
    expect(await enqueueAll("2099-03-10T00:00:00Z")).toBe(1);
    const { subject, text, html } = await mailTo(api, "turing@reports.example", "on hoplog");
    expect(subject).toBe("Alan Turing on hoplog: 3 clicks in the week to 8 March 2099");
    expect(text).toContain("Clicks: 3 (+200 %)");
    expect(text).toContain("Unique visitors: 3 (+200 %)");
    expect(text).toContain(`Spring <sale> (${code}): 3`);
    expect(text).toMatch(/Countries\n {2}Nepal: 2\n {2}Germany: 1/);
    expect(text).toMatch(/Referrers\n {2}Direct visits: 2\n {2}news\[\.\]example: 1/);
    expect(html).toContain("Spring &lt;sale&gt;");
    expect(text).not.toContain("removed");

    // Clicks of the first days of the week are removed too: a report written after that mentions it.
    await markCut(api.services.clickhouse, [person.id], "2099-03-06");
    await deleteClicksBefore(api.services.clickhouse, [person.id], "2099-03-06");
    await makeDue(id);
    expect(await enqueueAll("2099-03-10T00:00:00Z")).toBe(1);
    await vi.waitFor(async () => expect(await mailsTo(api, "turing@reports.example")).toHaveLength(3), {
      timeout: 60_000,
    });
    const late = (await mailsTo(api, "turing@reports.example")).find((mail) => mail.text.includes("removed"));
    expect(late?.text).toContain("Single clicks before 6 March 2099 (UTC) were removed");
    expect(late?.text).toContain("Clicks: 3 (+200 %)");
    expect(late?.text).toContain(`Spring <sale> (${code}): 3`);
    expect(late?.text).toMatch(/Countries\n {2}Nepal: 1\n\n/);
    await call(api, "DELETE", `/api/reports/${id}`, { user: person });
    // The report contains neither the account's email address nor a destination.
    expect(text + html).not.toMatch(/figures@reports\.example|https:\/\/example\.com/);
  });

  it("says what the clicks of its week became, each currency by itself, and is silent where they became nothing", async () => {
    const person = await signUp(api, "sales@reports.example", { name: "Ada Lovelace" });
    const { id: linkId } = await makeLink(api, person);
    const ids = [await confirmed("ada@reports.example", person), await confirmed("none@reports.example")];
    const sold = (clickedAt: string, type: "lead" | "sale", amount: string | null, currency: string | null) => ({
      conversion: {
        id: api.services.newId(),
        ownerId: person.id,
        linkId,
        clickId: api.services.newId(),
        type,
        amount,
        currency,
        clickedAt: new Date(clickedAt),
        at: new Date("2099-03-08T12:00:00Z"),
        createdAt: new Date(clickedAt),
        name: "",
        eventId: null,
        matched: null,
        refunded: "0",
        refunds: 0,
      },
      click: null,
    });
    await writeConversions(api.services.clickhouse, [
      sold("2099-03-01T18:14:59Z", "sale", "2000", "EUR"),
      sold("2099-03-01T18:15:00Z", "sale", "4900", "EUR"),
      sold("2099-03-08T18:14:59Z", "sale", "4900", "JPY"),
      sold("2099-03-05T00:00:00Z", "lead", null, null),
      sold("2099-03-08T18:15:00Z", "sale", "9900", "EUR"),
    ]);
    for (const id of ids) await makeDue(id);
    await enqueueAll("2099-03-10T00:00:00Z");
    const { text } = await mailTo(api, "ada@reports.example", "on hoplog");
    expect(text).toMatch(
      /Leads: 1\n {2}Sales: 2 \(\+100 %\)\n {2}Revenue in EUR: €49\.00 \(\+145 %\)\n {2}Revenue in JPY: ¥4,900\n/,
    );
    expect((await mailTo(api, "none@reports.example", "on hoplog")).text).not.toMatch(/Leads|Sales|Revenue/);
    for (const id of ids) await run(sql`DELETE FROM report WHERE id = ${id}`);
  });

  it("is put into the outbox once for each period, by however many at a time, and none is skipped", async () => {
    const id = await confirmed("once@reports.example");
    await makeDue(id);
    // The reports of 2, 9, 16 and 23 March.
    expect(await enqueueAll("2099-03-31T00:00:00Z", 12)).toBe(4);
    await vi.waitFor(async () => expect(await mailsTo(api, "once@reports.example")).toHaveLength(5), {
      timeout: 60_000,
    });
    const subjects = (await mailsTo(api, "once@reports.example")).map(({ subject }) => subject);
    for (const day of ["8 March", "15 March", "22 March", "29 March"])
      expect(subjects.filter((subject) => subject.endsWith(`to ${day} 2099`))).toHaveLength(1);
    const { body } = await call(api, "GET", "/api/reports", { user });
    expect(body["data"]).toContainEqual(expect.objectContaining({ _id: id, dueAt: "2099-04-06T01:15:00.000Z" }));
  });

  it("comes again under the same id where the sender was killed before it wrote down that the mail was taken", async () => {
    const taken: Mail[] = [];
    const own = await openTestApi();
    try {
      await execute(
        own.services.orm.em.fork(),
        sql`INSERT INTO mail_outbox (id, kind, data, next_try_at, give_up_at)
          VALUES (${own.services.newId()}, 'x', '{}', ${new Date(Date.now() + dayMs)}, ${new Date(Date.now() + 2 * dayMs)})`,
      );
      const { orm, logger } = own.services;
      const listener = createListener({ databaseUrl: own.databaseUrl, applicationName: "a test", logger });
      const mailer = {
        async send(mail: Mail) {
          taken.push(mail);
          if (taken.length === 1) throw new Error("the connection broke after the server had said yes");
        },
        async close() {},
      };
      const sender = await startMailSender({
        orm,
        logger,
        listener,
        mailer,
        mayNotify: async () => true,
        write: async () => ({ userId: user.id, to: "a@reports.example", subject: "Report", html: "", text: "" }),
        // The clock is a day ahead, and another minute for each mail taken, so that no retry has to wait.
        now: () => new Date(Date.now() + dayMs + taken.length * 60_000),
      });
      await expect.poll(() => taken).toHaveLength(2);
      await sender.stop();
      await listener.close();
    } finally {
      await own.close();
    }
    const ids = taken.map((mail) => mailHeaders(mail, "hoplog <no-reply@hop.example>")["Message-ID"]);
    expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@hop\.example>$/);
    expect(ids[1]).toBe(ids[0]);
  });

  it("is stopped by the link of its mail, for which a mere look is not enough, and by mail programs", async () => {
    const id = await confirmed("stops@reports.example");
    await call(api, "POST", `/api/reports/${id}/try`, { user });
    const mail = await mailTo(api, "stops@reports.example", "on hoplog");
    const token = tokenIn(mail);
    const page = await opened("GET", "stop", token);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`<form method="post"`);
    const ids = async () =>
      z
        .object({ data: z.array(z.object({ _id: z.string() })) })
        .parse((await call(api, "GET", "/api/reports", { user })).body)
        .data.map(({ _id }) => _id);
    expect(await ids()).toContain(id);
    expect((await opened("POST", "stop", token, true)).statusCode).toBe(200);
    expect(await ids()).not.toContain(id);
    expect((await opened("POST", "stop", `${token}x`, true)).statusCode).toBe(410);
    expect((await opened("POST", "stop", "a".repeat(100_000), true)).statusCode).toBe(422);
    expect((await call(api, "POST", `/api/reports/${id}/try`, { user })).status).toBe(404);
    expect(mailHeaders({ stopUrl: "https://hop.example/stop" }, "x@hop.example")).toMatchObject({
      "List-Unsubscribe": "<https://hop.example/stop>",
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
  });

  it("ends with its account", async () => {
    const person = await signUp(api, "leaves@reports.example");
    await confirmed("heir@reports.example", person);
    const deletion = "mutation ($password: String!) { deleteAccount(password: $password) }";
    await graphql(api, deletion, { password }, person);
    const rows = await rowsOf(api.services.orm.em.fork(), sql`SELECT 1 FROM report WHERE owner_id = ${person.id}`);
    expect(rows).toEqual([]);
    await expect.poll(() => mailsTo(api, "heir@reports.example")).toEqual([]);
  });

  it("is forgotten where its address does not agree in time", async () => {
    const id = await created("late@reports.example");
    const token = api.services.reportTokens.sign("confirm report", id);
    const inDays = (days: number) => ({ ...api.services, now: () => new Date(Date.now() + days * dayMs) });
    const isThere = async () =>
      (await rowsOf(api.services.orm.em.fork(), sql`SELECT 1 FROM report WHERE id = ${id}`)).length > 0;
    await forgetUnconfirmed(inDays(2.9));
    expect(await isThere()).toBe(true);
    await forgetUnconfirmed(inDays(3.1));
    expect(await isThere()).toBe(false);
    expect((await opened("POST", "confirm", token, true)).statusCode).toBe(410);
  });
});

describe("bad reports", () => {
  it.each([
    ["no address", { cadence: "weekly" }, "email"],
    ["what is no address", { email: "a@b", cadence: "weekly" }, "email"],
    ["an address that is too long", { email: `${"a".repeat(300)}@example.com`, cadence: "weekly" }, "email"],
    ["an unknown cadence", { email: "a@example.com", cadence: "hourly" }, "cadence"],
    ["an unknown time zone", { email: "a@example.com", cadence: "weekly", tz: "Mars/Base" }, "tz"],
    ["an offset for a time zone", { email: "a@example.com", cadence: "weekly", tz: "+05:30" }, "tz"],
  ])("%s is refused", async (_, body, field) => {
    const { status, body: answer } = await create(body);
    expect([status, JSON.stringify(answer)]).toEqual([422, expect.stringContaining(`"field":"${field}"`)]);
  });

  it("the same address twice, and more than there can be, are conflicts", async () => {
    const person = await signUp(api);
    await created("twice@reports.example", "weekly", person);
    expect((await create({ email: "TWICE@reports.example", cadence: "weekly" }, person)).status).toBe(409);
    await created("twice@reports.example", "monthly", person);
    const rest = Array.from({ length: 30 }, (_, i) =>
      create({ email: `many${i}@reports.example`, cadence: "weekly" }, person),
    );
    const statuses = (await Promise.all(rest)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(18);
    expect(statuses.filter((status) => status === 409)).toHaveLength(12);
  });

  it("mail to one address is limited, whoever asks for it", async () => {
    const limited = await openTestApi({
      settings: {
        rates: {
          ...defaultRates,
          report: { points: 50, seconds: 60 },
          reportAddress: { points: 2, seconds: 60 },
        },
      },
    });
    try {
      const statuses: number[] = [];
      for (let i = 0; i < 3; i++) {
        const person = await signUp(limited, `asks${i}@reports.example`);
        const { status } = await call(limited, "POST", "/api/reports", {
          user: person,
          body: { email: "victim@reports.example", cadence: "weekly" },
        });
        statuses.push(status);
      }
      expect(statuses).toEqual([201, 201, 429]);
    } finally {
      await limited.close();
    }
  });
});
