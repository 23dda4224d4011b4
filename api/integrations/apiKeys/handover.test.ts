import { createHash, randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { sweep } from "../../accounts/identity/sweep.ts";
import { mailTo } from "../../testing/mails.ts";
import { call, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
});

function secrets() {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

const wanted = { name: "Command line", scopes: ["links:read"] };

async function handOver(challenge: string): Promise<{ code: string; id: string }> {
  const answer = await call(api, "POST", "/api/keys/handover", { user, body: { ...wanted, challenge } });
  expect(answer).toMatchObject({ status: 201, body: { data: { name: "Command line" } } });
  const { code, _id: id, key } = answer.body["data"] as { code: string; _id: string; key?: string };
  expect(key).toBeUndefined();
  return { code, id };
}

const exchange = (code: string, verifier: string) =>
  call(api, "POST", "/api/keys/exchange", { body: { code, verifier } });

async function statusWith(key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await api.app.inject({ url: "/api/keys/current", headers })).statusCode;
}

const names = async () =>
  ((await call(api, "GET", "/api/keys", { user })).body["data"] as { _id: string }[]).map(({ _id }) => _id);

const refused = { status: 403, body: { error: { type: "AUTHORIZATION_ERROR" } } };

describe("a key that a program fetches", () => {
  it("is given once to whoever has the verifier, and its maker hears of it", async () => {
    const { verifier, challenge } = secrets();
    const { code, id } = await handOver(challenge);
    await mailTo(api, user.email, "API key");
    const answer = await exchange(code, verifier);
    expect(answer).toMatchObject({ status: 201, body: { data: { _id: id, key: expect.stringMatching(/^hop_/) } } });
    const { key, prefix } = answer.body["data"] as { key: string; prefix: string };
    expect(key.startsWith(prefix)).toBe(true);
    expect(await statusWith(key)).toBe(200);
    expect(await exchange(code, verifier)).toMatchObject(refused);
    expect(await statusWith(key)).toBe(200);
  });

  it("ends with a wrong verifier: somebody else has the code", async () => {
    const { verifier, challenge } = secrets();
    const { code, id } = await handOver(challenge);
    expect(await exchange(code, secrets().verifier)).toMatchObject(refused);
    expect(await exchange(code, verifier)).toMatchObject(refused);
    expect(await names()).not.toContain(id);
  });

  it("can't be fetched once it is revoked or too old, and goes when nobody has fetched it", async () => {
    const revoked = secrets();
    const ended = await handOver(revoked.challenge);
    await call(api, "DELETE", `/api/keys/${ended.id}`, { user });
    expect(await exchange(ended.code, revoked.verifier)).toMatchObject(refused);

    const late = secrets();
    const { code, id } = await handOver(late.challenge);
    await api.services.reads.query("UPDATE key_handover SET expires_at = now() - interval '1 second'");
    expect(await exchange(code, late.verifier)).toMatchObject(refused);
    expect(await names()).toContain(id);
    await sweep(api.services.orm, new Date(), 365);
    expect(await names()).not.toContain(id);
  });

  it.each(["", "x".repeat(43) + "=", "short", "x".repeat(42) + "+"])("needs a challenge, not %j", async (challenge) => {
    const answer = await call(api, "POST", "/api/keys/handover", { user, body: { ...wanted, challenge } });
    expect(answer).toMatchObject({ status: 422, body: { error: { details: { fields: [{ field: "challenge" }] } } } });
  });

  it("is not made by a key", async () => {
    const { verifier, challenge } = secrets();
    const { code } = await handOver(challenge);
    const { key } = (await exchange(code, verifier)).body["data"] as { key: string };
    const headers = { authorization: `Bearer ${key}` };
    const payload = { ...wanted, challenge };
    const answer = await api.app.inject({ method: "POST", url: "/api/keys/handover", headers, payload });
    expect(answer.statusCode).toBe(403);
  });
});

it("a key ends itself, whatever it may do", async () => {
  const { verifier, challenge } = secrets();
  const { code } = await handOver(challenge);
  const { key } = (await exchange(code, verifier)).body["data"] as { key: string };
  const headers = { authorization: `Bearer ${key}` };
  const ended = await api.app.inject({ method: "DELETE", url: "/api/keys/current", headers });
  expect(ended.statusCode).toBe(200);
  expect(ended.json()).toMatchObject({ data: { revokedAt: expect.stringMatching(/Z$/) } });
  await expect.poll(() => statusWith(key)).toBe(401);
});
