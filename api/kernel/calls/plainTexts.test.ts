import { beforeAll, expect, it } from "vitest";
import { compose } from "../../accounts/mail/compose.ts";
import { call, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

// Every call rejects invisible characters in strings of users and programs.

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
});

const url = "https://example.com/";
const at = "2026-01-01T00:00:00Z";
const share = { target: "workspace", figures: ["clicks"], timeZone: "UTC" };

const calls: readonly [string, string, (text: string) => object][] = [
  ["a link's name", "/api/urls", (name) => ({ name, originalUrl: url })],
  ["a link's note", "/api/urls", (note) => ({ name: "A", originalUrl: url, note })],
  ["a link's external id", "/api/urls", (externalId) => ({ name: "A", originalUrl: url, externalId })],
  ["a link's tag", "/api/urls", (tag) => ({ name: "A", originalUrl: url, tags: [`${tag}s`] })],
  ["a group's name", "/api/groups", (name) => ({ name })],
  ["a tag's name", "/api/tags", (name) => ({ name })],
  ["a note", "/api/notes", (text) => ({ at, text })],
  ["a key's name", "/api/keys", (name) => ({ name, scopes: ["links:read"] })],
  ["a webhook's name", "/api/webhooks", (name) => ({ name, url, events: ["link.created"] })],
  ["a shared page's name", "/api/shares", (name) => ({ ...share, name })],
  ["a saved query's name", "/api/sql/queries", (name) => ({ name, text: "SELECT 1" })],
  ["a view's name", "/api/presets/views", (name) => ({ name, query: "sort=name" })],
  ["a template's value", "/api/presets/utm-templates", (value) => ({ name: "Template", query: `utm_source=${value}` })],
];

it.each(calls)("%s", async (_what, path, body) => {
  for (const unseen of ["\u202E", "\u2066", "\u200B", "\u2028", "\u3164", "\u{E0041}", "a\uFEFF"]) {
    const answer = await call(api, "POST", path, { user, body: body(`pay${unseen}pal`) });
    expect([unseen, answer.status, answer.body["error"]]).toMatchObject([unseen, 422, { type: "VALIDATION_ERROR" }]);
  }
  const made = await call(api, "POST", path, { user, body: body("می\u200cخواهم 👩\u200D🚀") });
  expect(made).toMatchObject({ status: 201 });
});

it("the name of an account", async () => {
  const registration = {
    email: "unseen@example.com",
    contactNumber: "+44 20 7946 0000",
    password: "correct horse battery",
  };
  for (const name of ["Ada\u202EKing", "A\u200Bda", "\u3164\u3164\u3164"]) {
    const body = { ...registration, confirmPassword: registration.password, name };
    expect(await call(api, "POST", "/api/auth/register", { body })).toMatchObject({ status: 422 });
  }
});

it("mails have nothing unseen in names and texts of before", () => {
  const text = "Spring\u202E sale\u200B of می\u200cخواهم";
  const rows = [[text, "3"]] as const;
  const mail = compose({
    userId: "",
    to: "a@example.com",
    subject: text,
    name: text,
    paragraphs: [text],
    tables: [{ title: text, rows }],
  });
  for (const part of [mail.subject, mail.html, mail.text]) {
    expect(part).toContain("Spring sale of می\u200cخواهم");
    expect(part).not.toMatch(/[\u202E\u200B]/);
  }
});
