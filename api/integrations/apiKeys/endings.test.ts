import { createListener } from "@hoplog/platform/postgres/listener.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import pg, { type QueryResultRow } from "pg";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { openKnownKeys } from "../../accounts/identity/apiKeys/knownKeys.ts";
import { endUseOfKeys, revokeKeysOf } from "../../accounts/identity/revokeAccess.ts";
import { openRevocations } from "../../accounts/identity/revocations.ts";
import { revokeSessionsOf } from "../../accounts/identity/sessions.ts";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  user = await signUp(api);
});

const logger = createLogger("test", "silent");

async function makeKey(...scopes: string[]): Promise<{ id: string; key: string }> {
  const { body } = await call(api, "POST", "/api/keys", { user, body: { name: "Program", scopes } });
  const { _id: id, key } = body["data"] as { _id: string; key: string };
  return { id, key };
}

const ask = (key: string, method: "GET" | "POST", url: string, payload?: object) =>
  api.app.inject({ method, url, headers: { authorization: `Bearer ${key}` }, ...(payload && { payload }) });

async function rows<T extends QueryResultRow>(text: string, ...values: unknown[]): Promise<T[]> {
  return (await api.services.reads.query<T>({ text, values })).rows;
}

it.each([
  ["a job", "creation", "/api/urls/jobs", { filter: {}, change: { delete: true } }],
  ["an import", "linkImport", "/api/imports", { source: "csv" }],
] as const)(
  "%s isn't begun any more by a key that is revoked while its call is under way",
  async (_, limit, url, body) => {
    await makeLink(api, user);
    const { id, key } = await makeKey("links:write", "groups:write", "tags:write", "links:read");
    const spy = vi.spyOn(api.services.limits, limit).mockImplementationOnce(async () => {
      expect((await call(api, "DELETE", `/api/keys/${id}`, { user })).status).toBe(200);
    });
    onTestFinished(() => spy.mockRestore());
    expect((await ask(key, "POST", url, body)).statusCode).toBe(401);
    expect(spy).toHaveBeenCalled();
    const begun =
      "SELECT id FROM link_job WHERE owner_id = $1 UNION ALL SELECT id FROM link_import WHERE owner_id = $1";
    expect(await rows(begun, user.id)).toEqual([]);
  },
);

it("no key is made by a session that a reset of the password ends meanwhile", async () => {
  const spy = vi.spyOn(api.services.limits, "keyCreation").mockImplementationOnce(async () => {
    await api.services.eventStore.unitOfWork(async (tx) => {
      await revokeSessionsOf(api.services, tx, user.id, "password reset");
      await revokeKeysOf(api.services, tx, user.id);
    });
  });
  onTestFinished(() => spy.mockRestore());
  const made = await call(api, "POST", "/api/keys", { user, body: { name: "Kept", scopes: ["links:read"] } });
  expect(made.status).toBe(401);
  expect(await rows("SELECT id FROM api_key WHERE user_id = $1", user.id)).toEqual([]);
});

it("an import that brings visits ends with the key that has begun it", async () => {
  const [{ id, key }, other] = [
    await makeKey("links:write", "groups:write", "tags:write"),
    await makeKey("links:read"),
  ];
  const begun = (await ask(key, "POST", "/api/imports", { source: "csv" })).json() as { data: { _id: string } };
  await rows(
    `UPDATE link_import SET state = 'done', ended_at = now(), origin = NULL, visits_state = 'running', visits_links = 1,
       waits_until = now() + interval '1 day' WHERE id = $1`,
    begun.data._id,
  );
  const state = () => rows("SELECT visits_state, secret FROM link_import WHERE id = $1", begun.data._id);
  await call(api, "DELETE", `/api/keys/${other.id}`, { user });
  expect(await state()).toMatchObject([{ visits_state: "running" }]);
  await call(api, "DELETE", `/api/keys/${id}`, { user });
  expect(await state()).toEqual([{ visits_state: "cancelled", secret: null }]);
});

it("an archive isn't sent by a key that is revoked meanwhile", async () => {
  const { id, key } = await makeKey("export");
  const { export: limited } = api.services.limits;
  const spy = vi.spyOn(api.services.limits, "export").mockImplementationOnce(async (userId) => {
    const one = await limited(userId);
    await call(api, "DELETE", `/api/keys/${id}`, { user });
    await expect.poll(() => api.services.revocations.has(id)).toBe(true);
    return one;
  });
  onTestFinished(() => spy.mockRestore());
  const answer = await ask(key, "GET", "/api/auth/export").then(
    ({ statusCode, rawPayload }) => ({ statusCode, isWhole: rawPayload.includes("PK\u0005\u0006") }),
    () => "cut off",
  );
  expect(answer).not.toMatchObject({ isWhole: true });
});

it("a key that is revoked while it is looked up is looked up again", async () => {
  const { id, key } = await makeKey("links:read");
  let end: (id: string) => void = () => {};
  let asked = 0;
  const reads = {
    query: async (query: Parameters<typeof api.services.reads.query>[0]) => {
      const found = await api.services.reads.query(query);
      if (asked++ === 0) {
        await call(api, "DELETE", `/api/keys/${id}`, { user });
        end(id);
      }
      return found;
    },
  };
  const known = openKnownKeys({
    ...api.services,
    reads: { ...api.services.reads, ...reads } as typeof api.services.reads,
    onEnded: (ended) => {
      end = ended;
      return () => {};
    },
    noteUse: () => {},
    noteRefusal: () => {},
  });
  await expect(known.find(key, { via: "rest", address: "203.0.113.7" })).rejects.toThrow("revoked");
  expect(asked).toBe(2);
});

async function openWatcher(now: () => Date) {
  const listener = createListener({ databaseUrl: api.databaseUrl, applicationName: "test watcher", logger });
  const revocations = await openRevocations({ orm: api.services.orm, listener, logger, now });
  onTestFinished(async () => {
    await revocations.close();
    await listener.close();
  });
  return revocations;
}

async function cutWatcher(): Promise<void> {
  const cutting = new pg.Client({ connectionString: api.databaseUrl });
  await cutting.connect();
  await cutting.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'test watcher'",
  );
  await cutting.end();
}

it("a session that ends while nothing is heard stays ended, also where something watches it", async () => {
  let later = 0;
  const revocations = await openWatcher(() => new Date(Date.now() + later));
  const claims = await api.services.accessTokens.verify(user.accessToken);
  const id = claims?.sessionId ?? "";
  const ended = vi.fn<(id: string) => void>();
  revocations.watch(ended, id);
  // The update sends no notification.
  await rows("UPDATE session SET revoked_at = now() WHERE id = $1", id);
  await cutWatcher();
  // Reported twice: as a recently ended session, and as a watched session.
  await expect.poll(() => ended.mock.calls.flat().filter((one) => one === id)).toHaveLength(2);
  later = 11_000;
  expect(revocations.has(id)).toBe(true);
});

it("what a key watches ends with a ban that was not heard of, and a lifted ban is over soon", async () => {
  let later = 0;
  const revocations = await openWatcher(() => new Date(Date.now() + later));
  const { id } = await makeKey("stats:read");
  const ended = vi.fn<(id: string) => void>();
  revocations.watch(ended, id);
  await rows("INSERT INTO account_ban (user_id, reason, at) VALUES ($1, 'Spam', now())", user.id);
  await cutWatcher();
  await expect.poll(() => ended.mock.calls.flat()).toContain(id);
  expect(revocations.has(id)).toBe(true);
  later = 11_000;
  expect(revocations.has(id)).toBe(false);
});

it("of a ban whoever watches hears at once", async () => {
  let later = 0;
  const revocations = await openWatcher(() => new Date(Date.now() + later));
  const { id } = await makeKey("stats:read");
  const ended = vi.fn<(id: string) => void>();
  revocations.watch(ended, id);
  await api.services.eventStore.unitOfWork((tx) => endUseOfKeys(tx, user.id));
  await expect.poll(() => ended.mock.calls.flat()).toContain(id);
  later = 11_000;
  expect(revocations.has(id)).toBe(false);
});

it.each([
  ["revoked", "rest", "UPDATE api_key SET revoked_at = now() WHERE user_id = $1"],
  ["expired", "rest", "UPDATE api_key SET expires_at = now() - interval '1 second' WHERE user_id = $1"],
  ["banned", "graphql", "INSERT INTO account_ban (user_id, reason, at) VALUES ($1, 'Spam', now())"],
] as const)("what is refused to a key that is %s is audited with the caller's address", async (because, via, sql) => {
  const { id, key } = await makeKey("links:read");
  await rows(sql, user.id);
  const refused = await api.app.inject({
    method: "POST",
    url: via === "graphql" ? "/graphql" : "/api/urls",
    headers: { authorization: `Bearer ${key}` },
    payload: { query: "{ links { totalCount } }" },
    remoteAddress: "203.0.113.7",
  });
  expect(refused.statusCode).toBe(401);
  await vi.waitFor(async () => {
    const audited = "SELECT detail, via, address FROM audit WHERE resource_id = $1 AND action = 'RefuseApiKey'";
    expect(await rows(audited, id)).toEqual([{ detail: { because }, via, address: "203.0.113.7" }]);
  }, 60_000);
});
