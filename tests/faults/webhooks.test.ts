import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { databasesOf } from "../operations/databases.ts";
import { type Account, openAccount } from "../running/account.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";

const payload = z.object({ data: z.object({ link: z.object({ _id: z.string(), name: z.string() }) }) });

let testStack: TestStack;
let receiver: Server;
let url = "";
/** Numbers in received link names, by link id, in order of arrival. */
const came = new Map<string, number[]>();
let answered = 0;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { _id, name } = payload.parse(JSON.parse(Buffer.concat(chunks).toString())).data.link;
      const numbers = came.get(_id) ?? [];
      came.set(_id, numbers);
      numbers.push(Number(name.split(" ")[1]));
      // Accepts every message, but reports a failure for one in 17.
      const status = ++answered % 17 === 0 ? 500 : 204;
      setTimeout(() => response.writeHead(status).end(), 30);
    });
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const address = receiver.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;
  testStack = await newTestStack();
  await testStack.start({ env: { WEBHOOK_NETWORKS: "127.0.0.1/32", RATE_LIMITS: "off" } }).ready();
});
afterAll(async () => {
  await testStack.clear();
  receiver.closeAllConnections();
  receiver.close();
});

/** Repeats a call until it succeeds, for at most a minute, because the api may be restarting. */
async function insist(work: () => Promise<unknown>): Promise<void> {
  const until = Date.now() + 60_000;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(50);
    }
  }
}

const edits = 40;

async function edit(account: Account, id: string, isKilled: (number: number) => void): Promise<void> {
  for (let number = 1; number <= edits; number++) {
    await insist(() => account.call("PUT", `/api/urls/${id}`, { name: `Name ${number}` }));
    isKilled(number);
  }
}

test("nothing is lost or comes out of order when the api is killed again and again", { timeout: 480_000 }, async () => {
  const account = await openAccount(testStack.appUrl, "webhooks@example.com");
  const links = await Promise.all([1, 2, 3].map(() => account.createLink({ name: "Name 0" })));
  await account.call("POST", "/api/webhooks", { url, events: ["link.updated"], ordered: true });
  let kills = 0;
  const kill = (number: number) => {
    if (number % 10 !== 5) return;
    const pid = testStack.pids()["api"];
    if (pid === undefined) return;
    kills++;
    process.kill(pid, "SIGKILL");
  };
  await Promise.all(links.map(({ id }, i) => edit(account, id, i === 0 ? kill : () => undefined)));
  const isOver = async () => {
    // Messages that were being sent at the kill are due after 30 seconds, and after a failure in five seconds; this
    // makes them due now.
    await databasesOf(testStack).postgres(
      "UPDATE webhook_message SET due_at = now() WHERE state = 'pending' AND due_at > now() + interval '1 second'",
    );
    return links.every(({ id }) => came.get(id)?.includes(edits));
  };
  await expect.poll(isOver, { timeout: 120_000, interval: 3000 }).toBe(true);
  expect(kills).toBeGreaterThan(2);
  for (const { id } of links) {
    const numbers = came.get(id) ?? [];
    expect([...new Set(numbers)]).toEqual(Array.from({ length: edits }, (_, i) => i + 1));
    // Messages may be repeated, but never arrive after a later one.
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  }
});
