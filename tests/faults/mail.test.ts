import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { openAccount } from "../running/account.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";

const mail = z.object({ To: z.string(), TextBody: z.string() });

let testStack: TestStack;
/** Fakes Postmark's API, and fails until `works` is set. */
const service = { works: false, tried: 0, mails: [] as z.infer<typeof mail>[] };
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
  request.on("end", () => {
    service.tried++;
    if (service.works) service.mails.push(mail.parse(JSON.parse(body)));
    response.writeHead(service.works ? 200 : 503, { "content-type": "application/json" });
    response.end(JSON.stringify({ ErrorCode: service.works ? 0 : 100, Message: service.works ? "OK" : "Maintenance" }));
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
  };
  await testStack.start({ env }).ready();
});
afterAll(async () => {
  await testStack.clear();
  server.closeAllConnections();
  server.close();
});

async function post(path: string, body: object): Promise<number> {
  const headers = { "content-type": "application/json" };
  return (await fetch(testStack.appUrl + path, { method: "POST", headers, body: JSON.stringify(body) })).status;
}

test("a reset mail outlives the mail service's outage and a kill -9 of the api", async () => {
  const { email } = await openAccount(testStack.appUrl, "ada@example.com");
  expect(await post("/api/auth/forgot-password", { email })).toBe(200);
  await expect.poll(() => service.tried).toBeGreaterThan(0);
  const killed = testStack.pids()["api"] ?? 0;
  process.kill(killed, "SIGKILL");
  service.works = true;
  await expect.poll(() => service.mails.length).toBe(1);
  expect(testStack.pids()["api"]).not.toBe(killed);
  const [reset] = service.mails;
  expect(reset?.To).toBe(email);
  // After the restart, the api sends mails before it accepts requests.
  await expect.poll(async () => (await fetch(`${testStack.appUrl}/healthz`)).status).toBe(200);
  const resetToken = /token=([\w-]+)/.exec(reset?.TextBody ?? "")?.[1];
  expect(await post("/api/auth/reset-password", { resetToken, newPassword: "changed by mail" })).toBe(200);
  expect(await post("/api/auth/login", { email, password: "changed by mail" })).toBe(200);
});
