import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { defaultRates } from "../../kernel/limits/rates.ts";
import { mailHeaders } from "../../accounts/mail/port.ts";
import { execute } from "../../kernel/database/statements.ts";
import { insertClicks } from "../../testing/clicks.ts";
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
import { forgetAddresses } from "./addresses.ts";
import { writeAlarmMail } from "./write.ts";
import { clockAt, enqueueAll, historyOf, evaluateAll, judgedTo, makeAlarm, opened } from "../../testing/alarms.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await openTestApi();
  user = await signUp(api, "owner@alarms.example", { name: "Grace Hopper" });
});
afterAll(() => api.close());

const create = (body: object, by = user) => call(api, "POST", "/api/alarms", { user: by, body });
const made = z.object({ data: z.object({ _id: z.string() }) });
const list = z.object({ data: z.array(z.looseObject({ _id: z.string(), emails: z.array(z.unknown()) })) });
const alarmsOf = async (by: TestUser) => list.parse((await call(api, "GET", "/api/alarms", { user: by })).body).data;

async function addressesOf({ id }: TestUser): Promise<string[]> {
  const { rows } = await api.services.reads.query<{ email: string }>(
    sql`SELECT email FROM alarm_address WHERE owner_id = ${id} ORDER BY email`,
  );
  return rows.map(({ email }) => email);
}

describe("an address", () => {
  it("is asked in nobody's name that carries another one", async () => {
    const owner = await signUp(api, "spam@alarms.example", { name: "Claim it at evil.example" });
    await create({ kind: "spike", emails: ["victim@alarms.example"] }, owner);
    const mail = await mailTo(api, "victim@alarms.example", "Do you want alarms from hoplog?");
    expect(JSON.stringify(mail)).not.toContain("evil.example");
    expect(mail.text).toContain("Somebody wants to let you know");
  });

  it("gets nothing but one question, however many alarms go there, until it has agreed", async () => {
    const email = "silent@alarms.example";
    const id = made.parse((await create({ kind: "spike", emails: [email] })).body).data._id;
    await create({ kind: "drop", emails: [email.toUpperCase()] });
    expect((await call(api, "POST", `/api/alarms/${id}/try`, { user })).body).toMatchObject({
      error: { type: "CONFLICT_ERROR", details: { field: "emails" } },
    });
    const mail = await mailTo(api, email, "Do you want alarms from hoplog?");
    expect((await opened(api, "POST", "confirm", "nonsense", true)).statusCode).toBe(410);
    expect((await opened(api, "POST", "confirm", `${tokenIn(mail)}x`, true)).statusCode).toBe(410);
    expect(await mailsTo(api, email)).toHaveLength(1);
    expect((await opened(api, "POST", "confirm", tokenIn(mail), true)).statusCode).toBe(200);
    expect((await opened(api, "POST", "confirm", tokenIn(mail), true)).statusCode).toBe(200);
    const confirmed = { email, confirmedAt: expect.any(String) };
    expect((await alarmsOf(user)).map(({ emails }) => emails)).toEqual([[confirmed], [confirmed]]);
    // A third alarm to a confirmed address needs no further confirmation.
    await create({ kind: "expiring", emails: [email] });
    expect(await mailsTo(api, email)).toHaveLength(1);
  });

  it("is forgotten where it does not agree in time, and no alarm is judged for nobody", async () => {
    const person = await signUp(api);
    const id = made.parse((await create({ kind: "spike", emails: ["slow@alarms.example"] }, person)).body).data._id;
    await judgedTo(api, id, "2090-01-01T00:00:00Z");
    expect(await evaluateAll(api, "2090-01-01T12:00:00Z")).toBe(0);
    const { rows } = await api.services.reads.query(sql`SELECT judged_to FROM alarm WHERE id = ${id}`);
    expect(rows).toEqual([{ judged_to: new Date("2090-01-01T00:00:00Z") }]);
    const inDays = (days: number) => clockAt(api, new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString());
    await forgetAddresses(inDays(2.9));
    expect(await addressesOf(person)).toEqual(["slow@alarms.example"]);
    await forgetAddresses(inDays(3.1));
    expect(await addressesOf(person)).toEqual([]);
    expect(await alarmsOf(person)).toMatchObject([{ _id: id, emails: [] }]);
  });

  it("stops all alarms of the workspace by the link of a mail, for which a mere look is not enough", async () => {
    const person = await signUp(api);
    const id = await makeAlarm(api, person, "stops@alarms.example", { kind: "spike" });
    await makeAlarm(api, person, "stops@alarms.example", { kind: "drop" });
    await call(api, "POST", `/api/alarms/${id}/try`, { user: person });
    const mail = await mailTo(api, "stops@alarms.example", "Test of an alarm");
    const token = tokenIn(mail);
    const page = await opened(api, "GET", "stop", token);
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining(`<form method="post"`)]);
    expect(await addressesOf(person)).toEqual(["stops@alarms.example"]);
    expect((await opened(api, "POST", "stop", `${token}x`, true)).statusCode).toBe(410);
    // A token is only valid for the purpose that it was issued for.
    expect((await opened(api, "POST", "confirm", token, true)).statusCode).toBe(410);
    const ofReports = api.services.reportTokens.sign("stop report", id);
    expect((await opened(api, "POST", "stop", ofReports, true)).statusCode).toBe(410);
    expect((await opened(api, "POST", "stop", token, true)).statusCode).toBe(200);
    expect(await addressesOf(person)).toEqual([]);
    expect((await call(api, "POST", `/api/alarms/${id}/try`, { user: person })).status).toBe(409);
    expect(mailHeaders({ stopUrl: "https://x" }, "")).toMatchObject({
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
  });
});

it("a test says what would be compared now, and that nothing has happened", async () => {
  const person = await signUp(api, "tries@alarms.example", { name: "Alan Turing" });
  const link = await makeLink(api, person, { name: "Spring" });
  const id = await makeAlarm(api, person, "test@alarms.example", { kind: "spike", linkId: link.id, minimum: 1 });
  await call(api, "POST", `/api/alarms/${id}/try`, { user: person });
  const { subject, text } = await mailTo(api, "test@alarms.example", "Test of an alarm");
  expect(subject).toBe("Test of an alarm on hoplog: many clicks of Spring");
  expect(text).toContain("This is a test that somebody asked for; no alarm has fired.");
  expect(text).toContain("What is usual isn't known yet");
  // Clicks of a past hour, and of the same hour on earlier days.
  const hour = Math.floor((Date.now() - 10 * 60_000) / 3_600_000) * 3_600_000 - 3_600_000;
  const at = (days: number) => new Date(hour - days * 86_400_000 + 1000).toISOString();
  await insertClicks(
    api,
    [0, 0, 0, 1, 2, 3, 7].map((days) => ({ ownerId: person.id, linkId: link.id, at: at(days) })),
  );
  const services = clockAt(api, new Date(hour + 3_600_000 + 5 * 60_000).toISOString());
  const address = (await api.services.reads.query(sql`SELECT id FROM alarm_address WHERE owner_id = ${person.id}`))
    .rows;
  const mail = await writeAlarmMail(services, {
    kind: "alarm-test",
    data: { addressId: z.object({ id: z.string() }).parse(address[0]).id, alarmId: id },
  });
  expect(mail).toHaveProperty(
    "text",
    expect.stringMatching(/With these figures it fires[\s\S]*: 3\n {2}Usual at this time: 1\n/),
  );
  const expiring = await makeAlarm(api, person, "test@alarms.example", { kind: "expiring" });
  await call(api, "POST", `/api/alarms/${expiring}/try`, { user: person });
  expect((await mailTo(api, "test@alarms.example", "links and domains")).text).toContain("Nothing expires soon.");
  expect(await historyOf(api, person)).toEqual([]);
});

describe("a change", () => {
  it("keeps what it doesn't name, asks new addresses, and forgets those that are not used any more", async () => {
    const person = await signUp(api);
    const quiet = { quietFrom: "22:00", quietTo: "07:00", tz: "Europe/Berlin" };
    const id = await makeAlarm(api, person, "first@alarms.example", { kind: "drop", per: "day", minimum: 7, ...quiet });
    const change = (body: object) => call(api, "PATCH", `/api/alarms/${id}`, { user: person, body });
    const changed = await change({ sensitivity: "high", emails: ["second@alarms.example"] });
    expect(changed.body["data"]).toMatchObject({ per: "day", minimum: 7, sensitivity: "high", ...quiet, isOn: true });
    expect(await addressesOf(person)).toEqual(["second@alarms.example"]);
    await mailTo(api, "second@alarms.example", "Do you want alarms");
    expect((await change({ quietFrom: null, quietTo: null })).body["data"]).toMatchObject({ quietFrom: null });
    expect((await change({})).status).toBe(422);
    expect((await call(api, "DELETE", `/api/alarms/${id}`, { user: person })).status).toBe(200);
    expect(await addressesOf(person)).toEqual([]);
    const audit = await api.services.reads.query(sql`SELECT action FROM audit WHERE resource_id = ${id} ORDER BY id`);
    expect(audit.rows.map(({ action }) => action)).toEqual([
      "CreateAlarm",
      "ChangeAlarm",
      "ChangeAlarm",
      "DeleteAlarm",
    ]);
  });

  it("off, it ends what goes on and judges nothing; on again, it begins anew", async () => {
    const person = await signUp(api);
    const { id: linkId } = await makeLink(api, person);
    const id = await makeAlarm(api, person, "off@alarms.example", { kind: "spike", minimum: 1 });
    await insertClicks(api, [{ ownerId: person.id, linkId, at: "2089-01-01T10:00:00Z" }]);
    await judgedTo(api, id, "2089-01-01T10:00:00Z");
    expect(await evaluateAll(api, "2089-01-01T11:05:00Z")).toBe(1);
    const set = (isOn: boolean) => call(api, "PATCH", `/api/alarms/${id}`, { user: person, body: { isOn } });
    expect((await set(false)).body["data"]).toMatchObject({ isOn: false, firingSince: null });
    expect(await evaluateAll(api, "2089-01-01T19:05:00Z")).toBe(0);
    expect((await set(true)).body["data"]).toMatchObject({ isOn: true });
    expect(await historyOf(api, person)).toMatchObject([{ endedAt: expect.any(String) }]);
    // No hour is evaluated twice.
    await judgedTo(api, id, "2089-01-01T11:00:00Z");
    await set(false);
    await set(true);
    const again = await api.services.reads.query(sql`SELECT judged_to FROM alarm WHERE id = ${id}`);
    expect(again.rows).toEqual([{ judged_to: new Date("2089-01-01T11:00:00Z") }]);
  });
});

it("ends with its account, and so does what waits to be mailed", async () => {
  const person = await signUp(api);
  const { id: linkId } = await makeLink(api, person);
  const id = await makeAlarm(api, person, "heir@alarms.example", { kind: "spike", minimum: 1 });
  await insertClicks(api, [{ ownerId: person.id, linkId, at: "2088-01-01T10:00:00Z" }]);
  await judgedTo(api, id, "2088-01-01T10:00:00Z");
  expect(await evaluateAll(api, "2088-01-01T11:05:00Z")).toBe(1);
  // An email in the outbox that is not sent yet.
  await execute(
    api.services.orm.em.fork(),
    sql`INSERT INTO mail_outbox (id, kind, data, next_try_at, give_up_at)
     SELECT gen_random_uuid(), 'alarm', jsonb_build_object('addressId', address_id, 'firings', firing_id),
       now() + interval '1 hour',
       now() + interval '2 hours' FROM alarm_notice`,
  );
  const deletion = "mutation ($password: String!) { deleteAccount(password: $password) }";
  await graphql(api, deletion, { password }, person);
  for (const table of ["alarm", "alarm_address"]) {
    const { rows } = await api.services.reads.query(sql`SELECT 1 FROM ${raw(table)} WHERE owner_id = ${person.id}`);
    expect(rows).toEqual([]);
  }
  await enqueueAll(api, "2088-01-01T12:00:00Z");
  await vi.waitFor(
    async () => {
      const { rows } = await api.services.reads.query("SELECT 1 FROM mail_outbox WHERE kind = 'alarm'");
      expect(rows).toEqual([]);
    },
    { timeout: 60_000 },
  );
  expect(await mailsTo(api, "heir@alarms.example")).toEqual([]);
});

it("an address is not flooded by alarms that are made again and again, and misses none that is left", async () => {
  const person = await signUp(api);
  const { id: linkId } = await makeLink(api, person);
  await insertClicks(api, [{ ownerId: person.id, linkId, at: "2087-01-01T10:00:00Z" }]);
  const email = "flooded@alarms.example";
  for (const minute of ["05", "06", "07"]) {
    const id = await makeAlarm(api, person, email, { kind: "spike", minimum: 1 });
    await judgedTo(api, id, "2087-01-01T10:00:00Z");
    expect(await evaluateAll(api, `2087-01-01T11:${minute}:00Z`)).toBe(1);
    await enqueueAll(api, `2087-01-01T11:${minute}:00Z`);
  }
  await mailTo(api, email, "usually 0");
  await enqueueAll(api, "2087-01-01T11:09:59Z");
  const { rows } = await api.services.reads.query("SELECT 1 FROM mail_outbox WHERE kind = 'alarm'");
  expect(rows).toEqual([]);
  await enqueueAll(api, "2087-01-01T11:10:00Z");
  await mailTo(api, email, "2 alarms");
  expect(await mailsTo(api, email)).toHaveLength(3);
});

describe("bad alarms", () => {
  const emails = ["a@alarms.example"];
  it.each([
    ["no kind", { emails }, "kind"],
    ["an unknown kind", { kind: "loud", emails }, "kind"],
    ["no address", { kind: "spike" }, "emails"],
    ["an empty list of addresses", { kind: "spike", emails: [] }, "emails"],
    ["what is no address", { kind: "spike", emails: ["a@b"] }, "emails"],
    ["six addresses", { kind: "spike", emails: Array.from({ length: 6 }, (_, i) => `a${i}@b.example`) }, "emails"],
    ["an address that is too long", { kind: "spike", emails: [`${"a".repeat(300)}@b.example`] }, "emails"],
    ["an unknown window", { kind: "spike", per: "minute", emails }, "per"],
    ["an unknown sensitivity", { kind: "spike", sensitivity: "extreme", emails }, "sensitivity"],
    ["a minimum of nothing", { kind: "spike", minimum: 0, emails }, "minimum"],
    ["a minimum that is no whole number", { kind: "spike", minimum: 1.5, emails }, "minimum"],
    ["a minimum that is too large", { kind: "spike", minimum: 1e9, emails }, "minimum"],
    ["days before a spike", { kind: "spike", daysBefore: 3, emails }, "daysBefore"],
    ["too many days", { kind: "expiring", daysBefore: 91, emails }, "daysBefore"],
    ["a sensitivity of what expires", { kind: "expiring", sensitivity: "low", emails }, "sensitivity"],
    ["hours of what expires", { kind: "expiring", per: "hour", emails }, "per"],
    ["misses of a link", { kind: "misses", linkId: "3f0c1b1e-7a51-4c0e-8d0b-6a9c4f1e2d3c", emails }, "linkId"],
    ["a link that is no id", { kind: "spike", linkId: "x", emails }, "linkId"],
    ["an unknown time zone", { kind: "spike", tz: "Mars/Base", emails }, "tz"],
    ["an offset for a time zone", { kind: "spike", tz: "+05:30", emails }, "tz"],
    ["quiet hours without an end", { kind: "spike", quietFrom: "22:00", emails }, "quietTo"],
    ["quiet hours that are none", { kind: "spike", quietFrom: "25:00", quietTo: "07:00", emails }, "quietFrom"],
    ["quiet hours of no length", { kind: "spike", quietFrom: "07:00", quietTo: "07:00", emails }, "quietTo"],
  ])("%s is refused", async (_, body, field) => {
    const { status, body: answer } = await create(body);
    expect([status, JSON.stringify(answer)]).toEqual([422, expect.stringMatching(`"field":"${field}(\\\\.\\\\d+)?"`)]);
  });

  it("more than there can be are conflicts, of addresses too", async () => {
    const person = await signUp(api);
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) {
      const body = { kind: "spike", emails: Array.from({ length: 5 }, (_, n) => `many${i}.${n}@alarms.example`) };
      statuses.push((await create(body, person)).status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 409]);
    expect(await addressesOf(person)).toHaveLength(20);
    const rest = Array.from({ length: 20 }, () => create({ kind: "drop", emails: ["many0.0@alarms.example"] }, person));
    const more = (await Promise.all(rest)).map(({ status }) => status);
    expect(more.filter((status) => status === 201)).toHaveLength(16);
    expect(more.filter((status) => status === 409)).toHaveLength(4);
  });

  it("mail to one address is limited, whoever asks for it and whatever for", async () => {
    const rates = { report: { points: 50, seconds: 60 }, reportAddress: { points: 2, seconds: 60 } };
    const limited = await openTestApi({ settings: { rates: { ...defaultRates, ...rates } } });
    try {
      const ask = async (i: number, path: string, body: object) => {
        const by = await signUp(limited, `asks${i}@alarms.example`);
        return (await call(limited, "POST", path, { user: by, body })).status;
      };
      const victim = "victim@alarms.example";
      expect([
        await ask(0, "/api/alarms", { kind: "spike", emails: [victim] }),
        await ask(1, "/api/reports", { email: victim, cadence: "weekly" }),
        await ask(2, "/api/alarms", { kind: "spike", emails: [victim] }),
      ]).toEqual([201, 201, 429]);
    } finally {
      await limited.close();
    }
  });
});
