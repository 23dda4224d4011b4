import { expect, it, onTestFinished } from "vitest";
import { type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import { mailsTo, mailTo } from "../../testing/mails.ts";
import { call, openTestApi, password, signUp } from "../../testing/testApi.ts";
import { defaultRates } from "./rates.ts";

const two = { points: 2, seconds: 60 };

/** An account with an unconfirmed email address, which may belong to another person. */
async function open() {
  const api = await openTestApi({
    settings: { rates: { ...defaultRates, keyCreation: two, webhook: two, notice: two } },
  });
  onTestFinished(() => api.close());
  const user = await signUp(api);
  const query = async (statement: string | Sql) => (await api.services.reads.query<object>(statement)).rows;
  return { api, user, query };
}

it("making API keys and revoking them mails somebody so often at most", async () => {
  const { api, user } = await open();
  const makeKey = () => call(api, "POST", "/api/keys", { user, body: { name: "Program", scopes: ["links:read"] } });
  for (let i = 0; i < 2; i++) {
    const { body } = await makeKey();
    await call(api, "DELETE", `/api/keys/${(body["data"] as { _id: string })._id}`, { user });
  }
  expect(await makeKey()).toMatchObject({ status: 429, body: { error: { type: "RATE_LIMIT_ERROR" } } });
});

it("so does a webhook that is switched on whenever we have switched it off", async () => {
  const { api, user, query } = await open();
  const body = { url: "https://example.com/hook", events: ["link.created"] };
  const made = await call(api, "POST", "/api/webhooks", { user, body });
  const url = `/api/webhooks/${(made.body["data"] as { _id: string })._id}`;
  const switchOn = async () => {
    await query(sql`UPDATE webhook SET state = 'disabled', disabled_reason = 'gone' WHERE owner_id = ${user.id}`);
    return (await call(api, "PATCH", url, { user, body: { paused: false } })).status;
  };
  expect([await switchOn(), await switchOn()]).toEqual([200, 429]);
  expect((await call(api, "PATCH", url, { user, body: { name: "Ours" } })).status).toBe(200);
});

it("passwords that are changed again and again mail an inbox so often at most, whatever stands behind its plus", async () => {
  const { api } = await open();
  for (const email of ["victim@example.com", "victim+1@example.com"]) {
    const user = await signUp(api, email);
    let currentPassword = password;
    for (const newPassword of ["another horse", "yet another horse"]) {
      const body = { currentPassword, newPassword };
      expect((await call(api, "POST", "/api/auth/change-password", { user, body })).status).toBe(200);
      currentPassword = newPassword;
    }
    // Emails are sent in order: earlier emails have been sent or skipped by now.
    await call(api, "POST", "/api/auth/forgot-password", { body: { email } });
    await mailTo(api, email, "Reset your hoplog password");
  }
  const changed = async (email: string) =>
    (await mailsTo(api, email)).filter(({ subject }) => subject.includes("password was changed")).length;
  expect([await changed("victim@example.com"), await changed("victim+1@example.com")]).toEqual([2, 0]);
});
