import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { v7 } from "uuid";
import { createListener, type Listener } from "@hoplog/platform/postgres/listener.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import type { MikroORM } from "@mikro-orm/postgresql";
import { migrateDatabase } from "../../kernel/database/migrate.ts";
import { openDatabase } from "../../kernel/database/orm.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { startPostmark, type TestMailService } from "../../testing/mailServices.ts";
import { compose } from "./compose.ts";
import { mail } from "./feature.ts";
import { enqueueMail, type MailJob, retryHeldMails, type Written } from "./outbox.ts";
import { startMailSender } from "./mailSender.ts";
import { createPostmarkMailer } from "./postmark.ts";

const logger = createLogger("api", "silent");
let database: Awaited<ReturnType<typeof freshDatabase>>;
let orm: MikroORM;
let listener: Listener;
let remote: TestMailService;
let stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  await migrateDatabase(database.url);
  orm = await openDatabase(database.url, mail.entities ?? []);
  listener = createListener({ databaseUrl: database.url, applicationName: "test", logger });
});
afterAll(async () => {
  await listener.close();
  await orm.close();
  await database.drop();
});
beforeEach(async () => {
  remote = await startPostmark("token");
});
afterEach(async () => {
  for (const stop of stops) await stop();
  stops = [];
  await remote.close();
  await execute(orm.em.fork(), sql`DELETE FROM mail_outbox`);
});

async function open(apiUrl = remote.url): Promise<void> {
  const mailer = createPostmarkMailer({ token: "token", apiUrl, from: "hop@example.com" });
  const write = async ({ kind, data }: MailJob): Promise<Written> => {
    const mailOf = (subject: string) =>
      compose({ userId, to: data["to"] ?? "", name: "Ada", subject, paragraphs: ["Text"], closing: "Bye" });
    if (kind === "nobody") return null;
    if (!isPaused) return mailOf(data["of"] ?? kind);
    if (kind === "held") return { heldFor: [outletId], data, mail: null };
    if (kind === "partly held") return { heldFor: [outletId], data: { ...data, of: "the rest" }, mail: mailOf(kind) };
    return mailOf(kind);
  };
  const { stop } = await startMailSender({
    orm,
    listener,
    logger,
    mailer,
    write,
    mayNotify: async () => true,
    now: () => new Date(),
  });
  stops.push(stop);
}

const outletId = v7();
const userId = v7();
/** Whether emails of the kind `held` are paused. */
let isPaused = false;
const resume = async () => {
  isPaused = false;
  await orm.em.fork().transactional((tx) => retryHeldMails(tx, outletId, new Date()));
};

async function post(kind: string, giveUpInMs = 60_000): Promise<void> {
  const now = new Date();
  const at = { id: v7(), now, giveUpAt: new Date(now.getTime() + giveUpInMs) };
  await orm.em.fork().transactional((tx) => enqueueMail(tx, { kind, data: { to: "ada@example.com" } }, at));
}

const waiting = async () =>
  (await rowsOf<{ failures: number }>(orm.em.fork(), sql`SELECT failures FROM mail_outbox`)).map((row) => row.failures);
const subjects = () => remote.received.map(({ subject }) => subject);

describe("the outbox", () => {
  it("is sent at once, and empty then", async () => {
    await open();
    await post("hello");
    await expect.poll(subjects).toEqual(["hello"]);
    await expect.poll(waiting).toEqual([]);
  });

  it("keeps mail while nobody sends, as after a kill, and sends it at the next start", async () => {
    await post("kept");
    expect(await waiting()).toEqual([0]);
    await open();
    await expect.poll(subjects).toEqual(["kept"]);
  });

  it("sends each mail once, with several processes at it", async () => {
    for (let i = 0; i < 3; i++) await open();
    await Promise.all(Array.from({ length: 20 }, (_, i) => post(`mail ${i}`)));
    await expect.poll(waiting).toEqual([]);
    expect(subjects()).toHaveLength(20);
    expect(new Set(subjects()).size).toBe(20);
  });

  it("tries again when the service is back", async () => {
    remote.answer = "later";
    await open();
    await post("patient");
    await expect.poll(waiting).toEqual([1]);
    expect(subjects()).toEqual([]);
    remote.answer = "accept";
    await expect.poll(subjects).toEqual(["patient"]);
  });

  it("tries again when the service can't be reached at all", async () => {
    await open("http://127.0.0.1:1");
    await post("unreachable");
    await expect.poll(waiting).toEqual([1]);
  });

  it("drops what the service refuses for good, what has become too late, and what is for nobody", async () => {
    remote.answer = "refuse";
    await open();
    await post("refused");
    await expect.poll(waiting).toEqual([]);
    remote.answer = "accept";
    await post("too late", -1);
    await post("nobody");
    await post("last");
    await expect.poll(subjects).toEqual(["last"]);
    await expect.poll(waiting).toEqual([]);
  });

  it("holds mail of a paused outlet, counts no failure, and sends it at once when the outlet is resumed", async () => {
    isPaused = true;
    await open();
    await post("held");
    await post("after");
    await expect.poll(subjects).toEqual(["after"]);
    await expect.poll(waiting).toEqual([0]);
    await resume();
    await expect.poll(subjects).toEqual(["after", "held"]);
    await expect.poll(waiting).toEqual([]);
  });

  it("sends a part of a mail at once, and the rest as another mail when its outlet is resumed", async () => {
    isPaused = true;
    await open();
    await post("partly held");
    await expect.poll(subjects).toEqual(["partly held"]);
    await expect.poll(waiting).toEqual([0]);
    await resume();
    await expect.poll(subjects).toEqual(["partly held", "the rest"]);
    await expect.poll(waiting).toEqual([]);
  });

  it("drops held mail that has become too late", async () => {
    isPaused = true;
    await open();
    await post("held");
    const held = () => rowsOf(orm.em.fork(), sql`SELECT FROM mail_outbox WHERE held_for IS NOT NULL`);
    await expect.poll(held).toHaveLength(1);
    await execute(orm.em.fork(), sql`UPDATE mail_outbox SET give_up_at = now() - interval '1 second'`);
    await resume();
    await expect.poll(waiting).toEqual([]);
    expect(subjects()).toEqual([]);
  });

  it("forgets mail whose transaction fails", async () => {
    await open();
    const failing = orm.em.fork().transactional(async (tx) => {
      const now = new Date();
      const at = { id: v7(), now, giveUpAt: new Date(now.getTime() + 60_000) };
      await enqueueMail(tx, { kind: "never", data: { to: "ada@example.com" } }, at);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await post("after");
    await expect.poll(subjects).toEqual(["after"]);
  });
});
