import { v7 as uuid } from "uuid";
import { vi } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { execute } from "../../kernel/database/statements.ts";
import { readImport } from "./readImport.ts";
import { confirmAddress } from "../../reporting/alarms/addresses.ts";
import { confirmReport } from "../../reporting/reports/commands.ts";
import { conversionsWritten, hopIdOf, report as reportConversion } from "../conversions.ts";
import { insertClicks, insertMisses } from "../clicks.ts";
import { call, logIn, makeLink, signUp, type TestApi, type TestUser } from "../testApi.ts";

/** A user with an account, and one resource of each kind. */
export interface Person {
  readonly user: TestUser;
  /** The session of the user. */
  readonly session: { readonly id: string };
  /** A unique string in everything the person owns: email address, names, code, destination, referrers and so on. */
  readonly mark: string;
  readonly name: string;
  readonly contactNumber: string;
  /** A link in the group, clicked once by a person, and renamed once: version 2 of its history can be reverted. */
  readonly link: { readonly id: string; readonly code: string; readonly name: string };
  readonly group: { readonly id: string; readonly name: string };
  /** A tag of the link. */
  readonly tag: { readonly id: string; readonly name: string };
  /** A domain that is not verified. */
  readonly domain: { readonly id: string; readonly name: string };
  /** A report with a confirmed address. */
  readonly report: { readonly id: string };
  /** An alarm on the link, with a confirmed address, that fired once. */
  readonly alarm: { readonly id: string; readonly firingId: string; readonly addressId: string };
  /** An export of clicks to an unreachable bucket. */
  readonly clickExport: { readonly id: string; readonly name: string };
  /** A webhook with a failed message. */
  readonly webhook: { readonly id: string; readonly name: string; readonly messageId: string };
  /** A note on the link. */
  readonly note: { readonly id: string; readonly text: string };
  /** A shared page of the link. */
  readonly share: { readonly id: string; readonly name: string };
  /** A conversion of the person's click. */
  readonly conversion: { readonly id: string; readonly clickId: string };
  /** A finished job on the link that has changed nothing. */
  readonly job: { readonly id: string };
  /** An import after its dry run, with one link, not started. */
  readonly import: { readonly id: string };
  readonly view: { readonly id: string; readonly name: string };
  readonly template: { readonly id: string; readonly name: string };
  readonly design: { readonly id: string; readonly name: string };
  readonly apiKey: { readonly id: string; readonly name: string };
  /** A saved query. */
  readonly query: { readonly id: string; readonly name: string };
}

/** The caller. An ended session is one of the owner's that was logged out, with an otherwise valid token. */
export type Who = "nobody" | "an ended session" | "a stranger" | "the owner";

export interface World {
  readonly api: TestApi;
  readonly owner: Person;
  readonly stranger: Person;
  readonly ended: TestUser;
}

let people = 0;

/** Creates a world. A given stranger is reused, because rejected calls do not change it. */
export async function makeWorld(api: TestApi, former?: Person): Promise<World> {
  const [owner, stranger] = await Promise.all([makePerson(api), former ?? makePerson(api)]);
  const ended = await logIn(api, owner.user.email);
  await call(api, "POST", "/api/auth/logout", { user: ended });
  await vi.waitFor(async () => {
    const { status } = await call(api, "GET", "/api/auth/profile", { user: ended });
    if (status !== 401) throw new Error("the session has not ended yet");
  }, 60_000);
  return { api, owner, stranger, ended };
}

async function makePerson(api: TestApi): Promise<Person> {
  const number = ++people;
  // The mark differs from all others by several characters, because searches tolerate typos.
  const mark = `w${String(number).repeat(6)}x`;
  const name = `Person ${mark}`;
  const contactNumber = `+49 30 ${5_550_000 + number}`;
  const user = await signUp(api, `${mark}@people.example`, { name, contactNumber });
  const group = { id: await makeGroup(api, user, `Group ${mark}`), name: `Group ${mark}` };
  const made = { name: `Draft ${mark}`, originalUrl: `https://${mark}.example/`, shortUrl: `code-${mark}` };
  const { id, code } = await makeLink(api, user, { ...made, groupId: group.id });
  const link = { id, code, name: `Link ${mark}` };
  await call(api, "PUT", `/api/urls/${id}`, { user, body: { name: link.name } });
  const organised = { tags: [`Tag ${mark}`], note: `Written ${mark}`, externalId: `ext-${mark}`, isFavourite: true };
  await call(api, "PUT", `/api/urls/${id}`, { user, body: organised });
  const tag = { id: await tagCalled(api, user, `Tag ${mark}`), name: `Tag ${mark}` };
  const click = { country: "DE", city: mark, referrer: `${mark}.example` };
  const at = new Date().toISOString();
  const clicked = { ownerId: user.id, linkId: id, at, ...click };
  const ofPerson = { ...clicked, id: uuid() };
  await insertClicks(api, [ofPerson, { ...clicked, isBot: true, userAgent: `bot-${mark}/1.0`, botRules: 1 }]);
  const sale = { clickId: hopIdOf(ofPerson), type: "sale", amount: 4900, currency: "EUR", name: mark };
  const conversion = { id: await reportConversion(api, user, sale), clickId: sale.clickId };
  const domain = await createDomain(api, user, `go.${mark}.example`);
  const report = await makeReport(api, user, `report-${mark}@people.example`);
  const alarm = await makeAlarm(api, user, id, `alarm-${mark}@people.example`);
  const clickExport = await exportClicks(api, user, `Export ${mark}`);
  const webhook = await makeWebhook(api, user, `Webhook ${mark}`);
  const note = await createNote(api, user, { linkId: id, text: `Note ${mark}` });
  const share = await sharePage(api, user, { targetId: id, name: `Page ${mark}` });
  await call(api, "PUT", "/api/bots/rules", {
    user,
    body: { verdicts: [{ field: "agent", value: `monitor-${mark}`, verdict: "bot" }] },
  });
  await call(api, "PUT", "/api/clicks/retention", { user, body: { days: 3000 } });
  const query = await createSavedQuery(api, user, `Query ${mark}`);
  const view = await createPreset(api, user, "views", { name: `View ${mark}`, query: `q=${mark}` });
  const source = { name: `Template ${mark}`, query: `utm_source=${mark}` };
  const template = await createPreset(api, user, "utm-templates", source);
  const look = { name: `Design ${mark}`, query: "shape=dots" };
  const design = await createPreset(api, user, "qr-designs", look);
  await call(api, "PUT", "/api/utm/rules", {
    user,
    body: { lowerCase: false, allowed: { utm_medium: [`medium-${mark}`] } },
  });
  const apiKey = await makeKey(api, user, `Key ${mark}`);
  const [job, dryRun] = await Promise.all([
    runJob(api, user, id),
    readImport(api, user, mark),
    missDomain(api, domain.id, mark),
    conversionsWritten(api, user),
  ]);
  return {
    conversion,
    user,
    session: await firstSession(api, user),
    mark,
    name,
    contactNumber,
    link,
    group,
    tag,
    domain,
    note,
    share,
    report,
    alarm,
    clickExport,
    webhook,
    query,
    view,
    template,
    design,
    apiKey,
    job,
    import: dryRun,
  };
}

async function firstSession(api: TestApi, user: TestUser): Promise<Person["session"]> {
  const { body } = await call(api, "GET", "/api/auth/sessions", { user });
  return { id: (body["data"] as { _id: string }[])[0]?._id ?? "" };
}

async function makeKey(api: TestApi, user: TestUser, name: string): Promise<Person["apiKey"]> {
  const { body } = await call(api, "POST", "/api/keys", { user, body: { name, scopes: ["links:read"] } });
  return { id: (body["data"] as { _id: string })._id, name };
}

async function tagCalled(api: TestApi, user: TestUser, name: string): Promise<string> {
  const { body } = await call(api, "GET", "/api/tags", { user });
  return (body["data"] as { _id: string; name: string }[]).find((tag) => tag.name === name)?._id ?? "";
}

async function runJob(api: TestApi, user: TestUser, linkId: string): Promise<Person["job"]> {
  const { body } = await call(api, "POST", "/api/urls/jobs", {
    user,
    body: { urlIds: [linkId], change: { isActive: true } },
  });
  const { _id: id } = body["data"] as { _id: string };
  await vi.waitFor(async () => {
    const { rows } = await api.services.reads.query(
      sql`SELECT FROM link_job WHERE id = ${id} AND ended_at IS NOT NULL`,
    );
    if (rows.length === 0) throw new Error("the link job has not ended yet");
  }, 60_000);
  return { id };
}

async function exportClicks(api: TestApi, user: TestUser, name: string): Promise<Person["clickExport"]> {
  const body = { name, endpoint: "https://10.0.0.1", bucket: "clicks", prefix: "a", accessKeyId: "A", secret: "B" };
  const { body: made } = await call(api, "POST", "/api/exports", { user, body });
  return { id: (made["data"] as { _id: string })._id, name };
}

async function makeWebhook(api: TestApi, user: TestUser, name: string): Promise<Person["webhook"]> {
  // The URL has an unreachable host.
  const body = { name, url: "https://webhooks.invalid/", events: ["link.created"] };
  const { body: made } = await call(api, "POST", "/api/webhooks", { user, body });
  const { _id: id } = made["data"] as { _id: string };
  const { body: tested } = await call(api, "POST", `/api/webhooks/${id}/test`, { user });
  // A failure that is recorded later would show in the answer of one caller only.
  await vi.waitFor(async () => {
    const failed = sql`SELECT FROM webhook WHERE id = ${id} AND failing_since IS NOT NULL`;
    if ((await api.services.reads.query(failed)).rowCount === 0) throw new Error("the webhook has not failed yet");
  }, 60_000);
  return { id, name, messageId: (tested["data"] as { messageId: string }).messageId };
}

async function createSavedQuery(api: TestApi, user: TestUser, name: string): Promise<Person["query"]> {
  const { body } = await call(api, "POST", "/api/sql/queries", { user, body: { name, text: `SELECT '${name}'` } });
  return { id: (body["data"] as { _id: string })._id, name };
}

async function createPreset(
  api: TestApi,
  user: TestUser,
  kind: string,
  body: { readonly name: string; readonly query: string },
): Promise<Person["view"]> {
  const { body: made } = await call(api, "POST", `/api/presets/${kind}`, { user, body });
  return { id: (made["data"] as { _id: string })._id, name: body.name };
}

async function createDomain(api: TestApi, user: TestUser, name: string): Promise<Person["domain"]> {
  const { body } = await call(api, "POST", "/api/domains", { user, body: { name } });
  return { id: (body["data"] as { _id: string })._id, name };
}

async function makeReport(api: TestApi, user: TestUser, email: string): Promise<Person["report"]> {
  const { body } = await call(api, "POST", "/api/reports", { user, body: { email, cadence: "weekly" } });
  const { _id: id } = body["data"] as { _id: string };
  await confirmReport(api.services, api.services.reportTokens.sign("confirm report", id));
  return { id };
}

async function makeAlarm(api: TestApi, user: TestUser, linkId: string, email: string): Promise<Person["alarm"]> {
  const { body } = await call(api, "POST", "/api/alarms", { user, body: { kind: "spike", linkId, emails: [email] } });
  const { _id: id } = body["data"] as { _id: string };
  const { rows } = await api.services.reads.query<{ id: string }>(
    sql`SELECT id FROM alarm_address WHERE owner_id = ${user.id}`,
  );
  const addressId = rows[0]?.id ?? "";
  await confirmAddress(api.services, api.services.alarmTokens.sign("confirm alarms", addressId));
  const firingId = api.services.newId();
  await execute(
    api.services.orm.em.fork(),
    sql`INSERT INTO alarm_firing (id, alarm_id, window_from, window_to, figure, usual, fired_at, over_at, mail_at)
     VALUES (${firingId}, ${id}, now() - interval '2 hours', now() - interval '1 hour', 50, 10, now(), now(), now())`,
  );
  return { id, firingId, addressId };
}

async function createNote(
  api: TestApi,
  user: TestUser,
  about: { readonly linkId: string; readonly text: string },
): Promise<Person["note"]> {
  const at = new Date().toISOString();
  const { body } = await call(api, "POST", "/api/notes", { user, body: { at, ...about } });
  return { id: (body["data"] as { _id: string })._id, text: about.text };
}

async function sharePage(
  api: TestApi,
  user: TestUser,
  of: { readonly targetId: string; readonly name: string },
): Promise<Person["share"]> {
  const { body } = await call(api, "POST", "/api/shares", { user, body: { target: "link", ...of } });
  return { id: (body["data"] as { _id: string })._id, name: of.name };
}

/** Records a visit to an unknown code of the domain. */
export async function missDomain(api: TestApi, domainId: string, mark: string): Promise<void> {
  const { rows } = await api.services.reads.query<{ number: number; name: string }>(
    sql`SELECT number, name FROM domain WHERE id = ${domainId}`,
  );
  const at = new Date().toISOString();
  const lost = { at, code: `lost-${mark}`, referrer: `lost.${mark}.example` };
  await insertMisses(
    api,
    rows.map(({ number, name }) => ({ ...lost, domain: number, host: name })),
  );
}

export async function makeGroup(api: TestApi, user: TestUser, name: string): Promise<string> {
  const { body } = await call(api, "POST", "/api/groups", { user, body: { name } });
  return (body["data"] as { _id: string })._id;
}

/** Returns the session that a caller uses. */
export function userOf({ owner, stranger, ended }: World, who: Who): TestUser | undefined {
  if (who === "nobody") return undefined;
  return { "an ended session": ended, "a stranger": stranger.user, "the owner": owner.user }[who];
}

/** Returns a caller's own resources; callers without a session use the owner's. */
export function ownOf({ owner, stranger }: World, who: Who): Person {
  return who === "a stranger" ? stranger : owner;
}

/** Returns a person's strings that a response contains, including ids and tokens. */
export function leaksOf(
  {
    user,
    mark,
    contactNumber,
    link,
    group,
    tag,
    domain,
    note,
    share,
    report,
    alarm,
    clickExport,
    webhook,
    query,
    ...person
  }: Person,
  answer: string,
): string[] {
  const texts = [
    mark,
    contactNumber,
    user.id,
    link.id,
    group.id,
    tag.id,
    domain.id,
    report.id,
    alarm.id,
    alarm.firingId,
    alarm.addressId,
    clickExport.id,
    webhook.id,
    webhook.messageId,
    note.id,
    share.id,
    query.id,
    person.view.id,
    person.template.id,
    person.design.id,
    person.apiKey.id,
    person.conversion.id,
    person.conversion.clickId,
    user.accessToken,
    user.refreshToken,
  ];
  return texts.filter((text) => answer.toLowerCase().includes(text.toLowerCase()));
}
