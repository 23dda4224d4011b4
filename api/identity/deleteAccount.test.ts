import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rebuildReadTables } from "../eventstore/rebuild.ts";
import { mailTo } from "../testing/mails.ts";
import { call, graphql, makeLink, openTestApi, password, signUp, type TestApi } from "../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const mutation = "mutation ($password: String!) { deleteAccount(password: $password) }";

/** Every table of the api's database in which a text stands. */
async function tablesWith(text: string): Promise<string[]> {
  const em = api.services.orm.em.fork();
  const tables = await em.execute<{ name: string }[]>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const sql = `SELECT 1 FROM "${name}" AS row WHERE row::text ILIKE ? LIMIT 1`;
    if ((await em.execute<unknown[]>(sql, [`%${text}%`])).length > 0) found.push(name);
  }
  return found;
}

describe("deleteAccount", () => {
  it("ends the account, its sessions and its links, and leaves no trace of the person", async () => {
    const user = await signUp(api, "vanishing@example.com");
    await makeLink(api, user);
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

    const answer = await graphql(api, mutation, { password }, user);
    expect(answer.body).toEqual({ data: { deleteAccount: true } });
    await expect.poll(async () => (await call(api, "GET", "/api/auth/profile", { user })).status).toBe(401);
    const { refreshToken } = user;
    expect((await call(api, "POST", "/api/auth/refresh-token", { body: { refreshToken } })).status).toBe(401);
    const credentials = { email: user.email, password };
    expect((await call(api, "POST", "/api/auth/login", { body: credentials })).status).toBe(401);
    for (const text of ["vanishing@example.com", "Vanishing Person", "99887766"]) {
      expect(await tablesWith(text), text).toEqual([]);
    }
  });

  it("leaves the address free, and the log replayable", async () => {
    const first = await signUp(api, "again@example.com");
    await graphql(api, mutation, { password }, first);
    const second = await signUp(api, "again@example.com");
    expect(second.id).not.toBe(first.id);
    await graphql(api, mutation, { password }, second);
    const third = await signUp(api, "again@example.com");
    expect(await rebuildReadTables(api.services.orm)).toBeGreaterThan(0);
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
