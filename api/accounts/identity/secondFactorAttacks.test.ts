import { inNetworks } from "@hoplog/platform/visitor/networks.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { defaultRates } from "../../kernel/limits/rates.ts";
import { mailsTo, mailTo } from "../../testing/mails.ts";
import { challengeAnswer, type Guarded, signUpGuarded } from "../../testing/secondFactor.ts";
import { call, openTestApi, password, type TestApi, type TestUser } from "../../testing/testApi.ts";

const often = { points: 10_000, seconds: 60 };
/** Registrations are not limited here, because all come from one address. */
const rates = { ...defaultRates, registration: often, registrationDay: often };

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({
    settings: { rates: { ...rates, secondFactor: { points: 12, seconds: 3600 } } },
    isTrusted: inNetworks([{ address: "127.0.0.1", prefix: 32, family: "ipv4" }]),
  });
});
afterAll(() => api.close());

async function post(address: string, url: string, payload: object, user?: TestUser) {
  const headers = { "x-forwarded-for": address, ...(user && { authorization: `Bearer ${user.accessToken}` }) };
  const { statusCode, body } = await api.app.inject({ method: "POST", url, headers, payload });
  return { status: statusCode, body };
}

async function challengeFrom(address: string, { user }: Guarded): Promise<string> {
  const { body } = await post(address, "/api/auth/login", { email: user.email, password });
  return challengeAnswer.parse(JSON.parse(body)).challenge.id;
}

const answer = async (address: string, id: string, code: string, method = "totp") =>
  (await post(address, "/api/auth/challenge", { id, method, code })).status;

/** Guesses from many networks, each of which counts as one IP address. Returns the statuses. */
async function guesses(of: Guarded, networks: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < networks; i++) {
    const address = `2001:db8:1:${i.toString(16)}::1`;
    const id = await challengeFrom(address, of);
    for (let attempt = 0; attempt < 3; attempt++) statuses.push(await answer(address, id, "000000"));
  }
  return statuses;
}

it("bounds guesses from many networks, reports them, and locks nobody out", async () => {
  const one = await signUpGuarded(api);
  // The owner has signed in here before.
  const home = "198.51.100.7";
  expect(await answer(home, await challengeFrom(home, one), await one.code())).toBe(200);
  const statuses = await guesses(one, 6);
  expect(statuses.filter((status) => status === 422)).toHaveLength(12);
  expect(statuses.filter((status) => status === 429)).toHaveLength(6);
  await mailTo(api, one.user.email, "Somebody enters wrong codes for your hoplog account");
  const { rows } = await api.services.reads.query(
    "SELECT (detail ->> 'count')::int AS count FROM audit WHERE user_id = $1 AND action = 'EnterWrongCodes' ORDER BY at",
    [one.user.id],
  );
  expect(rows).toEqual([{ count: 5 }, { count: 10 }]);

  expect(await answer(home, await challengeFrom(home, one), await one.code())).toBe(200);
  // Elsewhere a recovery code works. A refused code uses up no attempt of the challenge.
  const away = "203.0.113.9";
  const id = await challengeFrom(away, one);
  for (let attempt = 0; attempt < 5; attempt++) expect(await answer(away, id, await one.code())).toBe(429);
  expect(await answer(away, id, one.recoveryCodes[0] ?? "", "recovery")).toBe(200);
});

it("lets a stolen session without the password use up no attempts", async () => {
  const one = await signUpGuarded(api);
  const given = { currentPassword: "a guess at it", code: "000000" };
  for (let i = 0; i < 13; i++) {
    const { status } = await post(`203.0.113.${100 + i}`, "/api/auth/totp/recovery-codes", given, one.user);
    expect(status).toBe(422);
  }
  const away = "203.0.113.99";
  expect(await answer(away, await challengeFrom(away, one), await one.code())).toBe(200);
});

it("counts no right sign-in against the addresses of an office", async () => {
  const office = "192.0.2.9";
  const people: Guarded[] = [];
  for (let i = 0; i < 11; i++) people.push(await signUpGuarded(api));
  for (let round = 0; round < 10; round++) {
    for (const one of people) {
      const id = await challengeFrom(office, one);
      expect(await answer(office, id, one.recoveryCodes[round] ?? "", "recovery")).toBe(200);
    }
  }
});

it("limits requests to remove the second factor, and their emails", async () => {
  const one = await signUpGuarded(api);
  const address = "203.0.113.66";
  const statuses: number[] = [];
  for (let i = 0; i < 5; i++) {
    const id = await challengeFrom(address, one);
    statuses.push((await post(address, "/api/auth/challenge/recover", { id })).status);
    await post(address, "/api/auth/totp/keep", {}, one.user);
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  const mails = await mailsTo(api, one.user.email);
  expect(mails.filter(({ subject }) => subject.includes("about to be removed")).length).toBeLessThanOrEqual(3);
});

it("changes the email address only with a code", async () => {
  const { user, code, recoveryCodes } = await signUpGuarded(api);
  const change = (more: object) =>
    call(api, "PUT", "/api/auth/profile", {
      user,
      body: { name: "Ada", contactNumber: "123", email: `new.${user.email}`, currentPassword: password, ...more },
    });
  const wrong = { status: 422, body: { error: { details: { fields: [{ field: "code" }] } } } };
  expect(await change({})).toMatchObject(wrong);
  expect(await change({ code: "000000" })).toMatchObject(wrong);
  expect(await change({ code: await code() })).toMatchObject({ status: 200 });
  expect(await change({ code: recoveryCodes[0] })).toMatchObject({ status: 200 });
  expect(await change({ code: recoveryCodes[0] })).toMatchObject(wrong);
});

it("asks a banned user for no code", async () => {
  const { user } = await signUpGuarded(api);
  await api.services.reads.query("INSERT INTO account_ban (user_id, reason, at) VALUES ($1, 'Spam', now())", [user.id]);
  const { body } = await post("203.0.113.67", "/api/auth/login", { email: user.email, password });
  expect(JSON.parse(body)).not.toHaveProperty("challenge");
});

it("ends waiting sign-ins when the owner logs out everywhere", async () => {
  const one = await signUpGuarded(api);
  const id = await challengeFrom("203.0.113.68", one);
  expect((await call(api, "POST", "/api/auth/logout-all", { user: one.user })).status).toBe(200);
  expect(await answer("203.0.113.68", id, await one.code())).toBe(401);
});
