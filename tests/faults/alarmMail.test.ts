import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { databasesOf } from "../operations/databases.ts";
import { type Account, openAccount } from "../running/account.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";

const mail = z.object({
  To: z.string(),
  Subject: z.string(),
  TextBody: z.string(),
  Headers: z.array(z.object({ Name: z.string(), Value: z.string() })),
});
type Sent = z.output<typeof mail>;

let testStack: TestStack;
let account: Account;

/** Fakes Postmark's API. It accepts each mail; while `holds` is set, it does not respond. */
const service = { holds: false, taken: [] as Sent[], held: [] as ServerResponse[] };
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
  request.on("end", () => {
    service.taken.push(mail.parse(JSON.parse(body)));
    if (service.holds) return void service.held.push(response);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ ErrorCode: 0, Message: "OK" }));
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  testStack = await newTestStack();
  const env = {
    POSTMARK_TOKEN: "token",
    POSTMARK_API_URL: `http://127.0.0.1:${port}`,
    MAIL_FROM: "hop@example.com",
    RATE_LIMITS: "off",
  };
  await testStack.start({ env }).ready();
  account = await openAccount(testStack.appUrl, "ada@example.com");
});
afterAll(async () => {
  await testStack.clear();
  server.closeAllConnections();
  server.close();
});

/** Matches the codes of links named `Round …` in the text of a mail. */
const ofRounds = /^ {2}Round \d+ \(([^)]+)\)/gm;

const mailsTo = (email: string, subject: string) =>
  service.taken.filter(({ To, Subject }) => To === email && Subject.includes(subject));
const idsOf = (mails: readonly Sent[]) =>
  mails.map(({ Headers }) => Headers.find(({ Name }) => Name === "Message-ID")?.Value);

/** Opens the link by which the recipient confirms the address. */
async function agree(email: string): Promise<void> {
  await expect.poll(() => mailsTo(email, "Do you want")).not.toHaveLength(0);
  const [, url = ""] = /(http\S+\/confirm\?token=[\w-]+)/.exec(mailsTo(email, "Do you want")[0]?.TextBody ?? "") ?? [];
  expect((await fetch(url, { method: "POST", body: new URLSearchParams() })).status).toBe(200);
}

/** Kills the api after the service has accepted a mail but not responded, and expects the next api to send it again. */
async function killBeforeReply(email: string, subject: string): Promise<void> {
  await expect.poll(() => mailsTo(email, subject).length).toBe(1);
  const killed = testStack.pids()["api"] ?? 0;
  process.kill(killed, "SIGKILL");
  service.holds = false;
  await expect.poll(() => mailsTo(email, subject).length).toBe(2);
  expect(testStack.pids()["api"]).not.toBe(killed);
  const [first, second] = idsOf(mailsTo(email, subject));
  expect(first).toMatch(/^<[\da-f-]{36}@example\.com>$/);
  expect(second).toBe(first);
  const { postgres } = databasesOf(testStack);
  await expect.poll(() => postgres("SELECT id FROM mail_outbox")).toEqual([]);
  expect(mailsTo(email, subject)).toHaveLength(2);
  for (const response of service.held.splice(0)) response.destroy();
  await expect.poll(async () => (await fetch(`${testStack.appUrl}/healthz`)).status).toBe(200);
}

test("an alarm that was mailed when the api was killed comes again under the same id, and none is skipped", async () => {
  const email = "alarms@example.com";
  const ends = new Date(Date.now() + 3 * 24 * 60 * 60 * 1000).toISOString();
  const link = await account.createLink({ name: "Ends soon" }, { expiresAt: ends });
  await account.call("POST", "/api/alarms", { kind: "expiring", emails: [email] });
  await expect.poll(() => mailsTo(email, "Do you want")).not.toHaveLength(0);
  service.holds = true;
  await agree(email);
  await killBeforeReply(email, "expire");
  expect(mailsTo(email, "expire")[1]?.TextBody).toContain(`Ends soon (${link.code})`);
});

test("an api that is killed while it judges and mails skips nothing: every link is in a mail", async () => {
  const email = "many@example.com";
  const ends = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000).toISOString();
  const { _id: alarmId } = z
    .object({ data: z.object({ _id: z.string() }) })
    .parse(await account.call("POST", "/api/alarms", { kind: "expiring", daysBefore: 5, emails: [email] })).data;
  await agree(email);
  const { postgres } = databasesOf(testStack);
  const named = new Set<string>();
  const note = () => {
    for (const { TextBody } of mailsTo(email, "expire"))
      for (const [, code = ""] of TextBody.matchAll(ofRounds)) named.add(code);
  };
  // Lifts the limit of one mail per address in five minutes.
  const mayBeMailed = () => postgres("UPDATE alarm_address SET mailed_at = NULL");
  const codes: string[] = [];
  for (let round = 0; round < 5; round++) {
    const link = await account.createLink({ name: `Round ${round}` }, { expiresAt: ends });
    codes.push(link.code);
    await mayBeMailed();
    await postgres("UPDATE alarm SET due_at = now(), try_at = now() WHERE id = $1", [alarmId]);
    // Kills the api at a different time in each round: before, during or after the alarm's evaluation.
    const until = Date.now() + round * 150;
    await expect.poll(() => Date.now() >= until, { interval: 5, timeout: 5000 }).toBe(true);
    process.kill(testStack.pids()["api"] ?? 0, "SIGKILL");
    await expect.poll(async () => (await fetch(`${testStack.appUrl}/healthz`).catch(() => null))?.status).toBe(200);
  }
  await expect
    .poll(
      async () => {
        await mayBeMailed();
        // An evaluation that began before a link existed may have ended after the alarm was made due for that link.
        await postgres("UPDATE alarm SET due_at = now(), try_at = now() WHERE id = $1 AND due_at > now()", [alarmId]);
        note();
        return [...named].toSorted();
      },
      // Each killed api may have leased the alarm and a mail for one minute each, which run out one after the other.
      { timeout: 420_000 },
    )
    .toEqual(codes.toSorted());
  // A mail may arrive twice, but a link is never reported in two different mails.
  const idOf = new Map<string, string>();
  for (const sent of mailsTo(email, "expire")) {
    const [id = ""] = idsOf([sent]);
    for (const [, code = ""] of sent.TextBody.matchAll(ofRounds)) {
      expect(idOf.get(code) ?? id).toBe(id);
      idOf.set(code, id);
    }
  }
}, 600_000);

test("a report that was mailed when the api was killed comes again under the same id", async () => {
  const email = "reports@example.com";
  await account.call("POST", "/api/reports", { email, cadence: "weekly" });
  await agree(email);
  service.holds = true;
  await databasesOf(testStack).postgres(
    "UPDATE report SET due_at = now() - interval '1 minute', next_day = next_day - 7",
  );
  // Due reports are checked once a minute and at startup, so the restarted api sends the report.
  process.kill(testStack.pids()["api"] ?? 0, "SIGKILL");
  await killBeforeReply(email, "in the week to");
  expect(mailsTo(email, "in the week to")[1]?.TextBody).toContain("Unique visitors:");
});
