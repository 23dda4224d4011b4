import { describe, expect, test } from "vitest";
import { z } from "zod";
import { attackedStack } from "./attackedStack.ts";

// Attackers who guess passwords, and attackers who use up the rate limits of other users.

const attacked = attackedStack({ RATE_LIMIT_SHARE_PASSWORD_SHARE: "12/1h" });
const form = { "content-type": "application/x-www-form-urlencoded" };
const shared = z.object({ data: z.object({ url: z.string() }) });

describe("a link with a password", () => {
  test("opens for everybody who has the password, after 100 wrong ones from ten addresses", async () => {
    const owner = await attacked.account("links@example.com");
    const { code } = await owner.createLink({ name: "Protected" }, { password: "fish & chips" });
    const give = (password: string, from: string) =>
      attacked.short("POST", `/${code}`, { headers: form, from, body: new URLSearchParams({ password }).toString() });
    await expect.poll(async () => (await give("first", "198.51.100.200")).status).toBe(403);

    const answers: number[] = [];
    const guess = async (from: string) => {
      for (let i = 0; i < 10; i++) answers.push((await give(`guess ${i}`, from)).status);
    };
    await Promise.all(Array.from({ length: 10 }, (_, network) => guess(`203.0.${network}.7`)));
    expect(answers.filter((status) => status === 403).length).toBeGreaterThan(90);

    for (const address of ["198.51.100.1", "203.0.3.8", "2001:db8::1"])
      expect({ address, status: (await give("fish & chips", address)).status }).toEqual({ address, status: 303 });
    for (const address of ["203.0.3.7", "198.51.100.200"])
      expect({ address, status: (await give("fish & chips", address)).status }).toEqual({ address, status: 429 });
  });
});

test("a shared page opens for everybody who has its password, after many wrong ones from many addresses", async () => {
  const owner = await attacked.account("pages@example.com");
  const page = { name: "Campaign", target: "workspace", password: "right password" };
  const { url } = shared.parse(await owner.call("POST", "/api/shares", page)).data;
  const path = `/api/shared/${new URL(url).pathname.split("/").at(-1)}/password`;
  const give = async (password: string, from: string) =>
    (await attacked.app("POST", path, { from, body: { password } })).status;
  for (let address = 0; address < 7; address++)
    expect([await give("wrong 1", `203.0.${address}.7`), await give("wrong 2", `203.0.${address}.7`)]).toEqual([
      422,
      address < 6 ? 422 : 429,
    ]);
  expect(await give("right password", "203.0.3.7")).toBe(429);
  expect(await give("right password", "203.0.3.8")).toBe(200);
  expect(await give("right password", "198.51.100.1")).toBe(200);
});

describe("an account", () => {
  const login = (email: string, password: string, from: string) =>
    attacked.app("POST", "/api/auth/login", { from, body: { email, password } });

  test("is refused to a guesser, over GraphQL as well, whatever the guesser writes into X-Forwarded-For", async () => {
    const owner = await attacked.account("guessed@example.com");
    for (let i = 0; i < 10; i++) {
      const forged = `192.0.2.${i}, 203.0.113.50`;
      expect((await login(owner.email, `guess ${i}`, forged)).status).toBe(401);
    }
    expect((await login(owner.email, owner.password, "203.0.113.50")).status).toBe(429);
    const query = `mutation { login(email: "${owner.email}", password: "${owner.password}") { user { id } } }`;
    expect((await attacked.graphql(query, { from: "203.0.113.50" })).status).toBe(429);
    expect((await login(owner.email, owner.password, "198.51.100.50")).status).toBe(200);
  });

  test("is not guessed by many aliases of one operation", async () => {
    const guesses = Array.from(
      { length: 40 },
      (_, i) => `g${i}: login(email: "guessed@example.com", password: "${i}") { user { id } }`,
    );
    const { status, body } = await attacked.graphql(`mutation { ${guesses.join(" ")} }`, { from: "203.0.113.51" });
    expect(status).toBe(400);
    expect(body).not.toContain("accessToken");
  });

  test.each(["password1", "guessable@example.com1", "Guessable", "ada lovelace1815"])(
    "does not get the password %s",
    async (password) => {
      const person = { name: "Ada Lovelace", email: "guessable@example.com", contactNumber: "1", password };
      const input = { ...person, confirmPassword: password };
      const rest = await attacked.app("POST", "/api/auth/register", { from: "203.0.113.52", body: input });
      expect(rest.status).toBe(422);
      expect(JSON.parse(rest.body)).toMatchObject({ error: { details: { fields: [{ field: "password" }] } } });
      const fields = Object.entries(input).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
      const query = `mutation { register(input: { ${fields.join(", ")} }) { id } }`;
      const { body } = await attacked.graphql(query, { from: "203.0.113.52" });
      expect(JSON.parse(body)).toMatchObject({
        errors: [{ extensions: { details: { fields: [{ field: "password" }] } } }],
      });
    },
  );

  test("can't be told from none by asking for a reset link", async () => {
    const ask = async (email: string) =>
      (await attacked.app("POST", "/api/auth/forgot-password", { from: "203.0.113.53", body: { email } })).body;
    expect(await ask("nobody@example.com")).toBe(await ask("guessed@example.com"));
  });
});

test("one inbox is not filled by addresses with a plus", async () => {
  const ask = async (i: number) => {
    const body = { email: `victim+${i}@example.com` };
    return (await attacked.app("POST", "/api/auth/forgot-password", { from: `198.18.${i}.1`, body })).status;
  };
  const answers = [];
  for (let i = 0; i < 16; i++) answers.push(await ask(i));
  expect(answers).toEqual([...Array.from({ length: 15 }, () => 200), 429]);
});

test("a guessed key or token opens nothing, over REST, GraphQL, WebSocket and SSE", async () => {
  const from = "203.0.113.54";
  for (const token of ["hop_guess", `hop_${"A".repeat(36)}`, "eyJhbGciOiJub25lIn0.e30."]) {
    for (const path of ["/api/urls", "/api/live", "/api/auth/profile"])
      expect({ path, status: (await attacked.app("GET", path, { from, token })).status }).toEqual({
        path,
        status: 401,
      });
    expect((await attacked.graphql("{ me { id } }", { from, token })).status).toBe(401);
    const { results, problem } = await attacked.socket(token, "subscription { workspaceCount { clicks } }");
    expect(results).toEqual([]);
    expect(problem).toMatchObject({ code: 4403 });
  }
});
