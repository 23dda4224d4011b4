import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { stackPlace, type StackPlace } from "../running/runningStack.ts";

const mail = z.object({ To: z.string(), TextBody: z.string() });

let place: StackPlace;
/** A mail service that speaks Postmark's API, and is out of order until told otherwise. */
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
  place = await stackPlace();
  const env = {
    POSTMARK_TOKEN: "token",
    POSTMARK_API_URL: `http://127.0.0.1:${port}`,
    MAIL_FROM: "hop@example.com",
  };
  await place.start({ env }).ready();
});
afterAll(async () => {
  await place.clear();
  server.closeAllConnections();
  server.close();
});

async function post(path: string, body: object): Promise<number> {
  const headers = { "content-type": "application/json" };
  return (await fetch(place.appUrl + path, { method: "POST", headers, body: JSON.stringify(body) })).status;
}

test("a reset mail outlives the mail service's outage and a kill -9 of the api", async () => {
  const person = { name: "Ada", email: "ada@example.com", contactNumber: "1", password: "12345678" };
  await post("/api/auth/register", { ...person, confirmPassword: person.password });
  expect(await post("/api/auth/forgot-password", { email: person.email })).toBe(200);
  await expect.poll(() => service.tried, { timeout: 10_000 }).toBeGreaterThan(0);
  const killed = place.pids()["api"] ?? 0;
  process.kill(killed, "SIGKILL");
  service.works = true;
  await expect.poll(() => service.mails.length, { timeout: 30_000 }).toBe(1);
  expect(place.pids()["api"]).not.toBe(killed);
  const [reset] = service.mails;
  expect(reset?.To).toBe(person.email);
  const resetToken = /token=([\w-]+)/.exec(reset?.TextBody ?? "")?.[1];
  expect(await post("/api/auth/reset-password", { resetToken, newPassword: "changed" })).toBe(200);
  expect(await post("/api/auth/login", { email: person.email, password: "changed" })).toBe(200);
});
