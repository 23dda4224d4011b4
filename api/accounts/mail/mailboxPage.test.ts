import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestApi, type TestApi } from "../../testing/testApi.ts";
import { compose } from "./compose.ts";
import { createMailboxMailer } from "./mailbox.ts";

let api: TestApi;
const userId = randomUUID();
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

function mailTo(subject: string, name = "Ada") {
  const action = { label: "Open it", url: "http://localhost:3000/reset-password?token=a_b-c&more=1" };
  return compose({ userId, to: "ada@example.com", subject, name, paragraphs: ["One <b>paragraph</b>."], action });
}

async function page(headers: Record<string, string> = {}) {
  return api.app.inject({ method: "GET", url: "/dev/mailbox", headers: { host: "localhost:3000", ...headers } });
}

describe("GET /dev/mailbox", () => {
  it("shows mail whole, newest first, with links that can be followed", async () => {
    expect((await page()).body).toContain("No mail yet");
    const mailer = createMailboxMailer({ orm: api.services.orm, from: "hop@example.com", now: () => new Date() });
    await mailer.send(mailTo("First"));
    await mailer.send(mailTo("Second", '<script>alert("x")</script>'));
    const { statusCode, headers, body } = await page();
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toContain("text/html");
    expect(headers["cache-control"]).toBe("no-store");
    expect(body.indexOf("Second")).toBeLessThan(body.indexOf("First"));
    expect(body).toContain('href="http://localhost:3000/reset-password?token=a_b-c&amp;more=1"');
    expect(body).toContain("To ada@example.com");
    expect(body).not.toContain("<script>");
    expect(body).not.toContain("<b>paragraph");
  });

  it.each([{ host: "attacker.example" }, { "x-forwarded-for": "203.0.113.1" }])(
    "is not there for %j",
    async (headers) => {
      expect((await page(headers)).statusCode).toBe(404);
    },
  );
});
