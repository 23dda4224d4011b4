import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { readTables } from "../../boot/features.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { rebuildReadTables } from "../../kernel/eventstore/rebuild.ts";
import { defaultRates } from "../../kernel/limits/rates.ts";
import { mailsTo, mailTo, tokenIn } from "../../testing/mails.ts";
import { call, graphql, makeLink, openTestApi, password, signUp, type TestApi } from "../../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const mutation = "mutation ($password: String!) { deleteAccount(password: $password) }";

/** Returns the tables of the API's database that contain a string. */
async function tablesWith(text: string): Promise<string[]> {
  const em = api.services.orm.em.fork();
  const tables = await rowsOf<{ name: string }>(
    em,
    sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    if (
      (await rowsOf(em, sql`SELECT 1 FROM "${raw(name)}" AS row WHERE row::text ILIKE ${`%${text}%`} LIMIT 1`)).length >
      0
    )
      found.push(name);
  }
  return found;
}

describe("deleteAccount", () => {
  it("ends the account, its sessions and its links, and leaves no trace of the person", async () => {
    const user = await signUp(api, "vanishing@example.com");
    const texts = { note: "Vanishing note", externalId: "vanishing-id", tags: ["Vanishing tag", "Vanishing too"] };
    const { id } = await makeLink(api, user, texts);
    const changed = {
      note: "Vanishing again",
      externalId: "vanishing-2",
      tags: ["Vanishing third"],
      isFavourite: true,
    };
    await call(api, "PUT", `/api/urls/${id}`, { user, body: changed });
    const { body } = await call(api, "GET", "/api/tags", { user });
    const tagId = (body["data"] as { _id: string }[])[0]?._id;
    await call(api, "PATCH", `/api/tags/${tagId}`, { user, body: { name: "Vanishing by another name" } });
    await call(api, "PUT", "/api/auth/profile", {
      user,
      body: {
        name: "Vanishing Person",
        email: "vanishing2@example.com",
        contactNumber: "99887766",
        currentPassword: password,
      },
    });
    await call(api, "POST", "/api/auth/forgot-password", { body: { email: user.email } });
    await mailTo(api, user.email, "Reset");
    await mailTo(api, "vanishing2@example.com", "Confirm");
    const newKey = { name: "Vanishing key", scopes: ["links:read"] };
    const made = await call(api, "POST", "/api/keys", { user, body: newKey });
    const byKey = { ...user, accessToken: (made.body["data"] as { key: string }).key };
    expect((await call(api, "GET", "/api/urls", { user: byKey })).status).toBe(200);

    const answer = await graphql(api, mutation, { password }, user);
    expect(answer.body).toEqual({ data: { deleteAccount: true } });
    await expect.poll(async () => (await call(api, "GET", "/api/auth/profile", { user })).status).toBe(401);
    await expect.poll(async () => (await call(api, "GET", "/api/urls", { user: byKey })).status).toBe(401);
    const { refreshToken } = user;
    expect((await call(api, "POST", "/api/auth/refresh-token", { body: { refreshToken } })).status).toBe(401);
    const credentials = { email: user.email, password };
    expect((await call(api, "POST", "/api/auth/login", { body: credentials })).status).toBe(401);
    for (const text of ["vanishing", "99887766"]) expect(await tablesWith(text), text).toEqual([]);
    expect(await tablesWith(user.id)).not.toContain("link_favourite");
    await rebuildReadTables(api.services.orm, readTables);
  });

  it("takes the mails to former and to requested addresses along, and leaves another account's alone", async () => {
    const user = await signUp(api, "former@example.com");
    const profile = { name: "Ada Lovelace", contactNumber: "1", currentPassword: password };
    const changeEmail = (email: string) => call(api, "PUT", "/api/auth/profile", { user, body: { ...profile, email } });
    await changeEmail("present@example.com");
    const token = tokenIn(await mailTo(api, "present@example.com", "Confirm"));
    await api.app.inject({ method: "GET", url: `/api/auth/verify-email?token=${token}` });
    await mailTo(api, "former@example.com", "was changed");
    await changeEmail("never@example.com");
    await mailTo(api, "never@example.com", "Confirm");
    await changeEmail("present@example.com");
    const em = api.services.orm.em.fork();
    for (const email of ["Former@example.com", "bystander@example.com"])
      await execute(
        em,
        sql`INSERT INTO mail_outbox (id, kind, data, next_try_at, give_up_at)
         VALUES (gen_random_uuid(), 'reset-password', ${JSON.stringify({ email })}::jsonb, now() + interval '1 hour',
           now() + interval '1 day')`,
      );

    await graphql(api, mutation, { password }, user);
    for (const address of ["former@example.com", "present@example.com", "never@example.com"]) {
      expect(await tablesWith(address), address).toEqual([]);
    }
    expect(await tablesWith("bystander@example.com")).toEqual(["mail_outbox"]);
  });

  it("leaves the mail of an account that has the former address by now", async () => {
    const user = await signUp(api, "passed.on@example.com");
    const body = { name: "Ada", contactNumber: "1", email: "moved.away@example.com", currentPassword: password };
    await call(api, "PUT", "/api/auth/profile", { user, body });
    const token = tokenIn(await mailTo(api, "moved.away@example.com", "Confirm"));
    await api.app.inject({ method: "GET", url: `/api/auth/verify-email?token=${token}` });
    const heir = await signUp(api, "passed.on@example.com");
    expect(heir.id).not.toBe(user.id);
    await call(api, "POST", "/api/auth/forgot-password", { body: { email: "passed.on@example.com" } });
    await mailTo(api, "passed.on@example.com", "Reset");
    await graphql(api, mutation, { password }, user);
    const left = await mailsTo(api, "passed.on@example.com");
    expect(left.map(({ subject }) => subject)).toEqual(["Reset your hoplog password"]);
  });

  it("takes along where the person has logged in from, and all that is counted for the account", async () => {
    const limited = await openTestApi({ settings: { rates: defaultRates } });
    try {
      const [user, other] = [await signUp(limited, "counted@example.com"), await signUp(limited, "other@example.com")];
      await makeLink(limited, user);
      const keys = async () =>
        (await rowsOf<{ key: string }>(limited.services.orm.em.fork(), sql`SELECT key FROM rate_limit`)).map(
          ({ key }) => key,
        );
      const before = await keys();
      expect(before.filter((key) => key.startsWith("known:"))).toHaveLength(2);
      expect(before.join("\n")).not.toMatch(/127\.0\.0\.1|counted/);
      await graphql(limited, mutation, { password }, user);
      const after = await keys();
      expect(after.filter((key) => key.startsWith("known:"))).toHaveLength(1);
      expect(after.filter((key) => key.includes(user.id))).toEqual([]);
      await graphql(limited, mutation, { password }, other);
      expect((await keys()).filter((key) => /^(known|login|loginAccount|password|creation):/.test(key))).toEqual([]);
    } finally {
      await limited.close();
    }
  });

  it("leaves the address free, and the log replayable", async () => {
    const first = await signUp(api, "again@example.com");
    await graphql(api, mutation, { password }, first);
    const second = await signUp(api, "again@example.com");
    expect(second.id).not.toBe(first.id);
    await graphql(api, mutation, { password }, second);
    const third = await signUp(api, "again@example.com");
    expect(await rebuildReadTables(api.services.orm, readTables)).toBeGreaterThan(0);
    expect((await call(api, "GET", "/api/auth/profile", { user: third })).body).toMatchObject({
      user: { email: "again@example.com" },
    });
  });

  it.each([
    ["wrong", "Password is incorrect"],
    ["", "Password is required"],
  ])("refuses the password %j", async (attempt, message) => {
    const user = await signUp(api);
    const { body } = await graphql(api, mutation, { password: attempt }, user);
    const details = { fields: [{ field: "password", message }] };
    expect(body).toMatchObject({ errors: [{ extensions: { type: "VALIDATION_ERROR", details } }] });
    expect((await call(api, "GET", "/api/auth/profile", { user })).status).toBe(200);
  });

  it("needs a token", async () => {
    expect((await graphql(api, mutation, { password })).status).toBe(401);
  });
});
