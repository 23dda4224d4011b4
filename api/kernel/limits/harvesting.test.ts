import { type Person, startProvider, type TestProvider } from "@hoplog/platform/testing/openIdProvider.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inNetworks } from "@hoplog/platform/visitor/networks.js";
import { googleCallbackPath } from "../../accounts/identity/google/rest.ts";
import { openBrowser } from "../../testing/browser.ts";
import { openTestApi, password, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { defaultRates } from "./rates.ts";

// Calls that reveal whether an email address has an account. Each of these calls has a low rate limit.
const perMinute = (points: number) => ({ points, seconds: 60 });

let provider: TestProvider;
let api: TestApi;
let user: TestUser;
let known: TestUser;

beforeAll(async () => {
  const redirectUri = `http://localhost:3000${googleCallbackPath}`;
  provider = await startProvider(redirectUri);
  const { issuer, clientId, clientSecret } = provider;
  api = await openTestApi({
    settings: {
      google: { name: "Example", issuer, clientId, clientSecret, redirectUri },
      rates: {
        ...defaultRates,
        registration: perMinute(3),
        emailChange: perMinute(2),
        emailChangeAddress: perMinute(4),
      },
    },
    isTrusted: inNetworks([{ address: "127.0.0.1", prefix: 32, family: "ipv4" }]),
  });
  user = await signUp(api);
  known = await signUp(api);
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

let address = 0;
let from = "";
beforeEach(() => {
  from = `203.0.113.${++address}`;
});

async function send(method: "POST" | "PUT", url: string, payload: object, token?: string): Promise<number> {
  const headers = { "x-forwarded-for": from, ...(token && { authorization: `Bearer ${token}` }) };
  return (await api.app.inject({ method, url, headers, payload })).statusCode;
}

let people = 0;
const register = (email = `probe${++people}@example.com`) =>
  send("POST", "/api/auth/register", {
    name: "Ada Lovelace",
    email,
    contactNumber: "1",
    password,
    confirmPassword: password,
  });

async function registerOverGraphql(emails: readonly string[]): Promise<string[]> {
  const fields = emails.map((email, i) => {
    const input = `{ name: "Ada", email: "${email}", contactNumber: "1", password: "${password}", confirmPassword: "${password}" }`;
    return `a${i}: register(input: ${input}) { id }`;
  });
  const headers = { "x-forwarded-for": from };
  const payload = { query: `mutation { ${fields.join(" ")} }` };
  const answer = await api.app.inject({ method: "POST", url: "/graphql", headers, payload });
  return [...answer.body.matchAll(/"type":"(\w+)"/g)].map(([, type = ""]) => type);
}

describe("asking by registering", () => {
  it("is counted for an address whether the e-mail address is known or not", async () => {
    const answers = [await register(known.email), await register(), await register(user.email), await register()];
    expect(answers).toEqual([409, 201, 409, 429]);
    expect(await register(known.email)).toBe(429);
    expect(await registerOverGraphql([known.email])).toEqual(["RATE_LIMIT_ERROR"]);
    from = "198.51.100.1";
    expect(await register()).toBe(201);
  });

  it("is counted over GraphQL for each of a document's fields", async () => {
    const emails = ["probe-a@example.com", "probe-b@example.com", known.email];
    expect(await registerOverGraphql(emails)).toEqual(["CONFLICT_ERROR"]);
    expect(await register(known.email)).toBe(429);
  });

  it("is counted with the completion of a Google sign-up", async () => {
    const complete = async (person: Person) => {
      const browser = openBrowser(api);
      provider.person = person;
      const { searchParams } = await browser.open("/api/auth/google");
      const identity = ["email", "name", "googleId"].map((name) => [name, searchParams.get(name) ?? ""]);
      const body = { ...Object.fromEntries(identity), contactNumber: "1", password };
      const headers = { "x-forwarded-for": from };
      return (await browser.send("POST", "/api/auth/google-oauth-complete", { body, headers })).status;
    };
    const person = (name: string): Person => ({
      sub: name,
      email: `${name}@example.com`,
      email_verified: true,
      name: "Grace Hopper",
    });
    for (let i = 0; i < 2; i++) expect(await register(known.email)).toBe(409);
    expect(await complete(person("google-one"))).toBe(200);
    expect(await complete(person("google-two"))).toBe(429);
    expect(await register(known.email)).toBe(429);
  });
});

describe("asking by another address for one's own account", () => {
  const changeEmail = (who: TestUser, email: string) =>
    send(
      "PUT",
      "/api/auth/profile",
      { name: "Ada", email, contactNumber: "1", currentPassword: password },
      who.accessToken,
    );

  it("is counted for the account, from wherever it comes", async () => {
    const answers = [];
    for (let i = 0; i < 3; i++) {
      from = `198.51.100.${10 + i}`;
      answers.push(await changeEmail(user, known.email));
    }
    expect(answers).toEqual([409, 409, 429]);
    expect(await changeEmail(user, "free@example.com")).toBe(429);
    // Other fields of the profile can still be saved.
    expect(await changeEmail(user, user.email)).toBe(200);
  });

  it("is counted for the address, by whichever account it comes", async () => {
    const others = [];
    for (let i = 0; i < 3; i++) {
      const place = from;
      from = `192.0.2.${i}`;
      expect(await register(`harvester${i}@example.com`)).toBe(201);
      const login = { email: `harvester${i}@example.com`, password };
      const headers = { "x-forwarded-for": from };
      const answer = await api.app.inject({ method: "POST", url: "/api/auth/login", headers, payload: login });
      others.push({ ...user, accessToken: answer.json<{ tokens: { accessToken: string } }>().tokens.accessToken });
      from = place;
    }
    const answers = [];
    for (const other of others)
      answers.push(await changeEmail(other, known.email), await changeEmail(other, known.email));
    expect(answers).toEqual([409, 409, 409, 409, 429, 429]);
  });
});
