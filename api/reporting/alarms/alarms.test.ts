import { execute } from "../../kernel/database/statements.ts";
import { operate } from "../../testing/listings.ts";
import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { insertClicks, insertMisses } from "../../testing/clicks.ts";
import { mailsTo, mailTo } from "../../testing/mails.ts";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { evaluateDue, evaluationDelay } from "./evaluateDue.ts";
import { createDueStep } from "../../kernel/work/dueWork.ts";
import { noticeWork } from "./enqueue.ts";
import { clockAt, enqueueAll, historyOf, evaluateAll, judgedTo, makeAlarm } from "../../testing/alarms.ts";
import { forgetOld } from "./worker.ts";

let api: TestApi;
let user: TestUser;
let link: { readonly id: string; readonly code: string };
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());
afterEach(() => execute(api.services.orm.em.fork(), sql`DELETE FROM alarm`));

/** Creates an account with one link. Tests use different weeks, because a later visit makes earlier counts final. */
async function begin(name: string): Promise<void> {
  user = await signUp(api, `${name}@alarms.example`, { name: "Grace Hopper" });
  link = await makeLink(api, user, { name: "Spring <sale>" });
}

const weekMs = 7 * 24 * 60 * 60 * 1000;

/** Inserts `count` clicks by people in the hour from `from`, and `usually` in that hour of the four weeks before. */
async function clicks(from: string, count: number, usually: number, linkId = link.id): Promise<void> {
  const inHour = (begin: number, many: number) =>
    Array.from({ length: many }, (_, i) => ({
      ownerId: user.id,
      linkId,
      at: new Date(begin + i * 1000).toISOString(),
    }));
  const at = Date.parse(from);
  await insertClicks(api, [
    ...inHour(at, count),
    ...[1, 2, 3, 4].flatMap((weeks) => inHour(at - weeks * weekMs, usually)),
  ]);
}

/** A later miss of no workspace, which shows that ingest is up to date. */
const signOfLife = (at: string) => insertMisses(api, [{ at, code: "anything", isBot: true }]);

describe("a spike", () => {
  it("is mailed once with what was compared, and is over when clicks are as usual", async () => {
    await begin("spike");
    const id = await makeAlarm(api, user, "hopper@alarms.example", { kind: "spike", tz: "Asia/Kathmandu" });
    await clicks("2091-03-06T10:15:00Z", 60, 20);
    await insertClicks(api, [{ ownerId: user.id, linkId: link.id, at: "2091-03-06T10:20:00Z", isBot: true }]);
    await clicks("2091-03-06T11:15:00Z", 61, 20);
    await signOfLife("2091-03-06T20:00:00Z");
    await judgedTo(api, id, "2091-03-06T09:15:00Z");
    // The hour that ends at 10:15 had no clicks. The next one, which ends at 11:15, is evaluated two minutes later.
    expect(await evaluateAll(api, "2091-03-06T10:17:30Z")).toBe(0);
    expect(await evaluateAll(api, "2091-03-06T11:16:30Z")).toBe(0);
    expect(await evaluateAll(api, "2091-03-06T11:17:30Z")).toBe(1);
    expect(await evaluateAll(api, "2091-03-06T12:17:30Z")).toBe(0);
    await enqueueAll(api, "2091-03-06T12:18:00Z");
    const { subject, text, html } = await mailTo(api, "hopper@alarms.example", "on hoplog");
    expect(subject).toBe("Grace Hopper on hoplog: More clicks than usual: 60, usually 20");
    // The time zone has two names, and Node versions differ in which one they use.
    expect(text).toMatch(/ {2}6 March 2091, 16:00 to 17:00 \(Asia\/Kath?mandu\): 60/);
    expect(text).toContain("Usual at this time: 20");
    expect(text + html).not.toMatch(/spike@alarms\.example|https:\/\/example\.com/);
    const { body } = await call(api, "GET", "/api/alarms", { user });
    expect(body["data"]).toEqual([expect.objectContaining({ _id: id, firingSince: "2091-03-06T11:17:30.000Z" })]);
    expect(await evaluateAll(api, "2091-03-06T13:17:30Z")).toBe(0);
    expect(await historyOf(api, user)).toEqual([
      {
        _id: expect.any(String),
        alarmId: id,
        kind: "spike",
        linkId: null,
        linkName: null,
        from: "2091-03-06T10:15:00.000Z",
        to: "2091-03-06T11:15:00.000Z",
        figure: 60,
        usual: 20,
        subjects: [],
        firedAt: "2091-03-06T11:17:30.000Z",
        endedAt: "2091-03-06T13:15:00.000Z",
        mailAt: "2091-03-06T11:17:30.000Z",
      },
    ]);
    expect(await mailsTo(api, "hopper@alarms.example")).toHaveLength(2);
  });

  it("of a link looks at its clicks alone", async () => {
    await begin("oflink");
    const other = await makeLink(api, user, { name: "Other" });
    const body = { kind: "spike", sensitivity: "high", minimum: 5 };
    const [mine, others] = [
      await makeAlarm(api, user, "link@alarms.example", { ...body, linkId: link.id }),
      await makeAlarm(api, user, "link@alarms.example", { ...body, linkId: other.id }),
    ];
    await clicks("2092-03-06T10:00:00Z", 30, 1);
    await clicks("2092-03-06T10:00:00Z", 9, 9, other.id);
    await signOfLife("2092-03-06T20:00:00Z");
    for (const id of [mine, others]) await judgedTo(api, id, "2092-03-06T10:00:00Z");
    expect(await evaluateAll(api, "2092-03-06T11:02:00Z")).toBe(1);
    expect(await historyOf(api, user)).toMatchObject([
      { alarmId: mine, linkName: "Spring <sale>", figure: 30, usual: 1 },
    ]);
    await call(api, "DELETE", `/api/urls/${link.id}`, { user });
    const { body: left } = await call(api, "GET", "/api/alarms", { user });
    expect(left["data"]).toMatchObject([{ _id: others }]);
    expect(await historyOf(api, user)).toEqual([]);
  });

  it("of a banned account is judged when the ban is lifted", async () => {
    await begin("banned");
    const id = await makeAlarm(api, user, "banned@alarms.example", { kind: "spike", minimum: 1 });
    await clicks("2088-03-06T10:00:00Z", 30, 1);
    await signOfLife("2088-03-06T20:00:00Z");
    await judgedTo(api, id, "2088-03-06T10:00:00Z");
    await operate(api, "ban", "user", user.id, "--reason", "Spam");
    expect(await evaluateAll(api, "2088-03-06T11:02:00Z")).toBe(0);
    expect(await evaluationDelay(clockAt(api, "2088-03-06T11:02:00Z"))).toBe(0);
    await operate(api, "lift", "user", user.id);
    expect(await evaluateAll(api, "2088-03-06T11:02:00Z")).toBe(1);
    // While the account is banned, emails about earlier incidents are not queued either.
    await operate(api, "ban", "user", user.id, "--reason", "Spam");
    const atNoon = clockAt(api, "2088-03-06T12:00:00Z");
    const mail = () => createDueStep(atNoon, noticeWork(atNoon))(atNoon.reads);
    expect(await mail()).toBe("idle");
    await operate(api, "lift", "user", user.id);
    expect(await mail()).toBe("worked");
  });

  it("is noticed by one, and mailed once, of however many at a time; hours that nobody looked at are judged later", async () => {
    await begin("many");
    const id = await makeAlarm(api, user, "once@alarms.example", { kind: "spike", minimum: 1 });
    await judgedTo(api, id, "2093-03-06T00:00:00Z");
    // Three incidents, further apart than the cooldown.
    for (const hour of ["01", "10", "19"]) await clicks(`2093-03-06T${hour}:00:00Z`, 4, 0);
    await signOfLife("2093-03-07T20:00:00Z");
    expect(await evaluateAll(api, "2093-03-06T23:30:00Z", 12)).toBe(3);
    await enqueueAll(api, "2093-03-06T23:30:00Z", 12);
    await mailTo(api, "once@alarms.example", "Grace Hopper on hoplog: 3 alarms");
    const history = await historyOf(api, user);
    expect(history.map(({ from }) => from)).toEqual(
      expect.arrayContaining(["01", "10", "19"].map((hour) => `2093-03-06T${hour}:00:00.000Z`)),
    );
    expect(history).toHaveLength(3);
    expect(await mailsTo(api, "once@alarms.example")).toHaveLength(2);
  });

  it("is forgotten after a while, and none is judged a day later", async () => {
    await begin("old");
    const id = await makeAlarm(api, user, "old@alarms.example", { kind: "spike", minimum: 1 });
    await clicks("2094-03-06T10:00:00Z", 4, 0);
    await clicks("2094-03-08T10:00:00Z", 4, 0);
    await signOfLife("2094-03-09T20:00:00Z");
    await judgedTo(api, id, "2094-03-06T10:00:00Z");
    const judged = await evaluateDue(clockAt(api, "2094-03-08T11:30:00Z"));
    // 24 of the 49 past hours could be evaluated.
    expect(judged).toEqual({ fired: 1, skipped: 25 });
    expect(await historyOf(api, user)).toMatchObject([{ from: "2094-03-08T10:00:00.000Z" }]);
    await evaluateAll(api, "2094-03-08T13:30:00Z");
    await enqueueAll(api, "2094-03-08T13:30:00Z");
    await forgetOld(clockAt(api, "2094-06-06T00:00:00Z"));
    expect(await historyOf(api, user)).toHaveLength(1);
    await forgetOld(clockAt(api, "2094-06-07T00:00:00Z"));
    expect(await historyOf(api, user)).toEqual([]);
  });
});

describe("a drop", () => {
  it("is not believed before something later is counted, nor where the clicks come late", async () => {
    await begin("late");
    const id = await makeAlarm(api, user, "late@alarms.example", { kind: "drop" });
    await clicks("2099-03-06T10:00:00Z", 0, 40);
    await clicks("2099-03-06T11:00:00Z", 0, 40);
    await judgedTo(api, id, "2099-03-06T10:00:00Z");
    expect(await evaluateAll(api, "2099-03-06T11:30:00Z")).toBe(0);
    // Spooled clicks arrive late.
    await clicks("2099-03-06T10:00:00Z", 35, 0);
    await signOfLife("2099-03-06T11:30:00Z");
    expect(await evaluateAll(api, "2099-03-06T11:36:00Z")).toBe(0);
    await evaluateAll(api, "2099-03-06T12:16:00Z");
    expect(await historyOf(api, user)).toEqual([]);
    await signOfLife("2099-03-06T12:10:00Z");
    expect(await evaluateAll(api, "2099-03-06T12:22:00Z")).toBe(1);
    expect(await historyOf(api, user)).toMatchObject([{ from: "2099-03-06T11:00:00.000Z", figure: 0, usual: 40 }]);
  });

  it("is judged when ClickHouse is back, and holds up no other alarm meanwhile", async () => {
    await begin("away");
    const id = await makeAlarm(api, user, "away@alarms.example", { kind: "drop" });
    const calm = await makeAlarm(api, user, "away@alarms.example", { kind: "expiring" });
    await clicks("2095-03-06T10:00:00Z", 3, 40);
    await signOfLife("2095-03-06T20:00:00Z");
    for (const one of [id, calm]) await judgedTo(api, one, "2095-03-06T10:00:00Z");
    const nowhere = createClickHouse({ clickHouseUrl: "http://127.0.0.1:1", database: "none", application: "test" });
    const without = (now: string) => ({ ...clockAt(api, now), clickhouse: nowhere });
    expect(await evaluateDue(without("2095-03-06T11:20:00Z"))).toEqual({ fired: 0, skipped: 0 });
    // The evaluation is retried a minute later, and the metric reports how long the alarm has been due.
    expect(await evaluateDue(without("2095-03-06T11:20:30Z"))).toBe(null);
    expect(await evaluationDelay(without("2095-03-06T11:20:30Z"))).toBe(80.5 * 60);
    expect(await evaluateAll(api, "2095-03-06T18:00:00Z")).toBe(1);
    expect(await historyOf(api, user)).toMatchObject([
      { from: "2095-03-06T10:00:00.000Z", endedAt: "2095-03-06T12:00:00.000Z", figure: 3, usual: 40 },
    ]);
    await nowhere.close();
  });
});

it("many misses are those of the workspace's links and domains, of people", async () => {
  await begin("misses");
  const id = await makeAlarm(api, user, "misses@alarms.example", { kind: "misses", per: "day", tz: "Europe/Berlin" });
  const at = (time: string, more: object = {}) => ({
    at: time,
    code: "gone",
    ownerId: user.id,
    linkId: link.id,
    ...more,
  });
  await insertMisses(api, [
    ...Array.from({ length: 25 }, (_, i) => at(`2096-03-05T23:00:${10 + i}Z`)),
    ...Array.from({ length: 90 }, (_, i) => at(`2096-03-06T10:00:${10 + (i % 50)}Z`, { isBot: true })),
    at("2096-02-28T10:00:00Z"),
  ]);
  await signOfLife("2096-03-08T00:00:00Z");
  await judgedTo(api, id, "2096-03-05T23:00:00Z");
  expect(await evaluateAll(api, "2096-03-06T23:05:00Z")).toBe(1);
  await enqueueAll(api, "2096-03-06T23:05:00Z");
  const { text } = await mailTo(api, "misses@alarms.example", "More visits that led nowhere than usual: 25, usually 0");
  expect(text).toContain("6 March 2096 (Europe/Berlin): 25");
});

it("what fires in quiet hours comes in one mail when they end, whatever it is", async () => {
  await begin("quiet");
  const quiet = { quietFrom: "22:00", quietTo: "07:00", tz: "Europe/Berlin" };
  const spike = await makeAlarm(api, user, "night@alarms.example", { kind: "spike", minimum: 2, ...quiet });
  const drop = await makeAlarm(api, user, "night@alarms.example", { kind: "drop", minimum: 2, ...quiet });
  await clicks("2097-03-05T22:00:00Z", 8, 1);
  await clicks("2097-03-06T01:00:00Z", 0, 9);
  await signOfLife("2097-03-06T20:00:00Z");
  await judgedTo(api, spike, "2097-03-05T22:00:00Z");
  await judgedTo(api, drop, "2097-03-06T01:00:00Z");
  expect(await evaluateAll(api, "2097-03-06T03:00:00Z")).toBe(2);
  await enqueueAll(api, "2097-03-06T05:59:59Z");
  const { rows } = await api.services.reads.query("SELECT kind FROM mail_outbox WHERE kind = 'alarm'");
  expect(rows).toEqual([]);
  expect(await historyOf(api, user)).toMatchObject([
    { mailAt: "2097-03-06T06:00:00.000Z" },
    { mailAt: "2097-03-06T06:00:00.000Z" },
  ]);
  await enqueueAll(api, "2097-03-06T06:00:00Z");
  const { text } = await mailTo(api, "night@alarms.example", "2 alarms");
  // Both alarms fired at the same moment.
  expect(text).toContain("More clicks than usual: 8, usually 1\n");
  expect(text).toContain("Fewer clicks than usual: 0, usually 9\n");
  expect(await mailsTo(api, "night@alarms.example")).toHaveLength(2);
});

describe("dead destinations", () => {
  it("are said once of each link in use, not at each check, and again when they have been alive", async () => {
    await begin("dead");
    const id = await makeAlarm(api, user, "dead@alarms.example", { kind: "dead" });
    await judgedTo(api, id, "2099-03-01T00:00:00Z");
    const off = await makeLink(api, user, { name: "Switched off" });
    await call(api, "PATCH", `/api/urls/${off.id}/toggle-status`, { user });
    const deadSince = (at: string | null) =>
      execute(
        api.services.orm.em.fork(),
        sql`INSERT INTO destination (owner_id, url, added_at, due_at, dead_since)
          VALUES (${user.id}, 'https://example.com/', ${"2099-03-01T00:00:00Z"}, ${"2099-12-01T00:00:00Z"}, ${at})
         ON CONFLICT (owner_id, hashtextextended(url, 0)) DO UPDATE SET dead_since = excluded.dead_since`,
      );
    expect(await evaluateAll(api, "2099-03-01T00:00:00Z")).toBe(0);
    await deadSince("2099-03-01T10:00:00Z");
    expect(await evaluateAll(api, "2099-03-01T12:00:00Z", 6)).toBe(1);
    await enqueueAll(api, "2099-03-01T12:00:00Z", 6);
    const { text, subject } = await mailTo(api, "dead@alarms.example", "Grace Hopper");
    expect(subject).toBe("Grace Hopper on hoplog: 1 link whose destination is dead");
    expect(text).toContain(`Spring <sale> (${link.code}): destination dead since 1 Mar 2099, 10:00`);
    expect(text).not.toContain("Switched off");
    for (const later of ["2099-03-01T14:00:00Z", "2099-03-09T14:00:00Z", "2099-03-19T14:00:00Z"])
      expect(await evaluateAll(api, later)).toBe(0);
    await deadSince(null);
    expect(await evaluateAll(api, "2099-03-20T12:00:00Z")).toBe(0);
    await deadSince("2099-03-21T00:00:00Z");
    expect(await evaluateAll(api, "2099-03-21T12:00:00Z")).toBe(1);
    await call(api, "DELETE", `/api/urls/${link.id}`, { user });
    expect(await historyOf(api, user)).toMatchObject([
      { kind: "dead", figure: 1, subjects: [] },
      { kind: "dead", figure: 1, subjects: [] },
    ]);
  });
});

describe("what expires", () => {
  it("is said once of each link and domain, and again when it has moved", async () => {
    await begin("expiring");
    const id = await makeAlarm(api, user, "expiring@alarms.example", { kind: "expiring", daysBefore: 10 });
    await judgedTo(api, id, "2098-03-01T00:00:00Z");
    const ends = async (expiresAt: string) =>
      expect((await call(api, "PUT", `/api/urls/${link.id}`, { user, body: { expiresAt } })).status).toBe(200);
    await ends("2098-03-11T00:00:01Z");
    const { body } = await call(api, "POST", "/api/domains", { user, body: { name: "go.expiring.example" } });
    const domainId = (body["data"] as { _id: string })._id;
    expect(await evaluateAll(api, "2098-03-01T00:00:00Z")).toBe(0);
    // The TXT record has been missing since this time; ownership of the domain is lost after seven days.
    await execute(
      api.services.orm.em.fork(),
      sql`UPDATE domain SET state = 'misconfigured', state_at = ${"2098-03-01T10:00:00Z"} WHERE id = ${domainId}`,
    );
    await execute(
      api.services.orm.em.fork(),
      sql`INSERT INTO domain_check (domain_id, checked_at, next_at, missing_at)
        VALUES (${domainId}, ${"2098-03-01T10:00:00Z"}, ${"2099-01-01T00:00:00Z"}, ${"2098-03-01T10:00:00Z"})
       ON CONFLICT (domain_id) DO UPDATE SET next_at = excluded.next_at, missing_at = excluded.missing_at`,
    );
    expect(await evaluateAll(api, "2098-03-01T12:00:00Z", 6)).toBe(1);
    await enqueueAll(api, "2098-03-01T12:00:00Z", 6);
    const { text, subject } = await mailTo(api, "expiring@alarms.example", "Grace Hopper");
    expect(subject).toContain("2 things that expire or don't work");
    expect(text).toContain("go[.]expiring[.]example: TXT record missing: we give it up 8 Mar 2098, 10:00");
    expect(text).toContain(`Spring <sale> (${link.code}): ends 11 Mar 2098, 00:00`);
    expect(await evaluateAll(api, "2098-03-01T14:00:00Z")).toBe(0);
    await ends("2098-03-11T18:00:00Z");
    expect(await evaluateAll(api, "2098-03-01T16:00:00Z")).toBe(0);
    expect(await evaluateAll(api, "2098-03-02T00:00:00Z")).toBe(1);
    await execute(
      api.services.orm.em.fork(),
      sql`UPDATE domain SET state = 'lost', state_at = ${"2098-03-08T11:00:00Z"} WHERE id = ${domainId}`,
    );
    expect(await evaluateAll(api, "2098-03-08T12:00:00Z")).toBe(1);
    expect(await historyOf(api, user)).toMatchObject([
      { figure: 1, usual: null, subjects: [{ kind: "ownershipLost", id: domainId, at: "2098-03-08T11:00:00.000Z" }] },
      { figure: 1, subjects: [{ kind: "link", id: link.id, at: "2098-03-11T18:00:00.000Z" }] },
      { figure: 2, subjects: [{ kind: "txtMissing", at: "2098-03-08T10:00:00.000Z" }, { kind: "link" }] },
    ]);
    // The name of a deleted link is removed, even from emails that are not sent yet.
    await call(api, "DELETE", `/api/urls/${link.id}`, { user });
    expect(await historyOf(api, user)).toMatchObject([
      { subjects: [{ kind: "ownershipLost" }] },
      { figure: 1, subjects: [] },
      { figure: 2, subjects: [{ kind: "txtMissing" }] },
    ]);
    await enqueueAll(api, "2098-03-08T13:00:00Z");
    const { text: last } = await mailTo(api, "expiring@alarms.example", "1 thing that");
    expect(last).toContain("go[.]expiring[.]example: is not proved any more, since 8 Mar 2098, 11:00");
    expect(last).not.toContain("Spring");
  });

  it("is a certificate in the last quarter of its life, once, until there is a new one", async () => {
    await begin("certificates");
    const id = await makeAlarm(api, user, "certificates@alarms.example", { kind: "expiring", daysBefore: 10 });
    await judgedTo(api, id, "2098-03-01T00:00:00Z");
    const { body } = await call(api, "POST", "/api/domains", { user, body: { name: "go.late.example" } });
    const domainId = (body["data"] as { _id: string })._id;
    await execute(api.services.orm.em.fork(), sql`UPDATE domain SET state = 'verified' WHERE id = ${domainId}`);
    const certificate = (from: string, to: string) =>
      execute(
        api.services.orm.em.fork(),
        sql`INSERT INTO host_certificate (host, directory, sealed, not_before, not_after, next_at)
         VALUES ('go.late.example', 'ca', 'sealed', ${from}, ${to}, ${to}) ON CONFLICT (host) DO UPDATE
         SET not_before = excluded.not_before, not_after = excluded.not_after`,
      );
    await certificate("2098-03-01T00:00:00Z", "2098-05-30T00:00:00Z");
    expect(await evaluateAll(api, "2098-05-07T00:00:00Z")).toBe(0);
    expect(await evaluateAll(api, "2098-05-08T00:00:00Z")).toBe(1);
    expect(await evaluateAll(api, "2098-05-09T00:00:00Z")).toBe(0);
    await certificate("2098-05-09T00:00:00Z", "2098-08-07T00:00:00Z");
    expect(await evaluateAll(api, "2098-05-10T00:00:00Z")).toBe(0);
    expect(await historyOf(api, user)).toMatchObject([
      { figure: 1, subjects: [{ kind: "certificate", id: domainId, at: "2098-05-30T00:00:00.000Z" }] },
    ]);
    await enqueueAll(api, "2098-05-08T00:00:00Z");
    const { text } = await mailTo(api, "certificates@alarms.example", "1 thing that");
    expect(text).toContain("go[.]late[.]example: certificate could not be renewed and expires 30 May 2098, 00:00");
    await execute(api.services.orm.em.fork(), sql`DELETE FROM host_certificate`);
  });

  it("is all of it, however much, and nothing that is switched off or has ended long ago", async () => {
    await begin("crowd");
    const id = await makeAlarm(api, user, "crowd@alarms.example", { kind: "expiring" });
    await judgedTo(api, id, "2098-05-01T00:00:00Z");
    const urls = Array.from({ length: 250 }, (_, i) => ({
      name: `Link ${i}`,
      originalUrl: "https://example.com/",
      expiresAt: new Date(Date.parse("2098-05-02T00:00:00Z") + i * 60_000).toISOString(),
    }));
    urls.push({ name: "Ended", originalUrl: "https://example.com/", expiresAt: "2098-04-29T00:00:00Z" });
    const { status, body } = await call(api, "POST", "/api/urls/batch", { user, body: { urls } });
    expect([status, JSON.stringify(body).slice(0, 200)]).toEqual([200, expect.any(String)]);
    expect(await evaluateAll(api, "2098-05-01T00:00:00Z")).toBe(2);
    const figures = (await historyOf(api, user)).map(({ figure }) => figure);
    expect(figures.toSorted()).toEqual([200, 50]);
  });
});
