import type { TestProvider } from "@hoplog/platform/testing/openIdProvider.js";
import { expect } from "vitest";
import { z } from "zod";
import { createAccess, canLogIn } from "../analysts/sql.ts";
import { visitors } from "../browser/visitors.ts";
import type { TestStack } from "../running/runningStack.ts";
import { signInWithGoogle } from "./googleSignIn.ts";
import { send, type Answer, type Sent } from "./send.ts";

const session = z.object({ tokens: z.object({ accessToken: z.string(), refreshToken: z.string() }) });
const made = z.object({ data: z.object({ _id: z.string(), shortUrl: z.string() }) });

/** Client addresses, as reported by the proxy in front of the stack. */
const addresses = {
  person: "203.0.113.77",
  stranger: "198.51.100.213",
  visitor: "192.0.2.177",
  visitor6: "2001:db8:77::a177",
};

const passwords = {
  first: "first-horse-battery",
  wrong: "wrong-horse-battery",
  reset: "reset-horse-battery",
  changed: "changed-horse-battery",
  google: "google-horse-battery",
  lost: "lost-horse-battery",
  link: "link-horse-battery",
  wrongAtLink: "wrong-at-link-battery",
};

/** Local parts of email addresses: searching for them finds an address in any notation. */
const people = {
  ada: "ada.journey",
  moved: "ada.moved",
  nobody: "nobody.journey",
  google: "grace.journey",
  lost: "lost.journey",
};
const contactNumber = "+44 20 7946 0173";

/** Sets a link's password and enters it, each with valid and invalid input. */
async function usePassword(
  { shortUrl }: TestStack,
  { post, graphql }: Record<"post" | "graphql", (what: string, body: object) => Promise<Answer>>,
): Promise<void> {
  const link = { name: "Protected", originalUrl: "https://example.com/", password: passwords.link };
  const { data } = made.parse(JSON.parse((await post("/api/urls", link)).body));
  const tooLong = { ...link, password: passwords.link.repeat(20) };
  await post("/api/urls", tooLong);
  await graphql("mutation ($input: CreateLinkInput!) { createLink(input: $input) { id } }", { input: tooLong });
  for (const password of [passwords.wrongAtLink, passwords.link, passwords.link.repeat(500)]) {
    const body = new URLSearchParams({ password });
    await fetch(`${shortUrl}/${data.shortUrl}`, { method: "POST", body, redirect: "manual" });
  }
}

/**
 * Performs actions that handle secrets and personal data, with valid and invalid input, also while engines are killed.
 * Returns the texts that no log may contain, by name.
 */
export async function journey(testStack: TestStack, provider: TestProvider): Promise<Map<string, string>> {
  const secrets = new Map<string, string>(Object.entries({ ...addresses, contactNumber }));
  for (const [name, value] of Object.entries(passwords)) secrets.set(`password: ${name}`, value);
  secrets.set("the hash of any password", "$argon2id$");
  for (const [name, value] of Object.entries(people)) secrets.set(`person: ${name}`, value);
  const mail = (name: keyof typeof people) => `${people[name]}@example.com`;
  const at = (address: string, token?: string) => ({
    "x-forwarded-for": address,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  });
  let token = "";
  const app = (path: string, sent: Sent = {}) =>
    send(testStack.appUrl, path, {
      ...sent,
      headers: { ...at(addresses.person, token || undefined), ...sent.headers },
    });
  const post = (path: string, body: object, sent: Sent = {}) => app(path, { method: "POST", body, ...sent });
  const graphql = (query: string, variables: object = {}) => post("/graphql", { query, variables });
  function keep(answer: Answer) {
    const { tokens } = session.parse(JSON.parse(answer.body));
    secrets
      .set(`access token ${secrets.size}`, tokens.accessToken)
      .set(`refresh token ${secrets.size}`, tokens.refreshToken);
    token = tokens.accessToken;
    return tokens;
  }
  const register = (name: keyof typeof people, password: string) =>
    post("/api/auth/register", {
      name: "Ada Lovelace",
      email: mail(name),
      contactNumber,
      password,
      confirmPassword: password,
    });
  const logIn = async (password: string, name: keyof typeof people = "ada") =>
    keep(await post("/api/auth/login", { email: mail(name), password }));
  /** Returns the first match of the pattern in the newest email that has one. */
  async function mailed(pattern: RegExp): Promise<string> {
    let found = "";
    await expect
      .poll(async () => {
        const { body } = await send(testStack.appUrl, "/dev/mailbox");
        found = pattern.exec(body)?.[1] ?? "";
        return found;
      })
      .not.toBe("");
    secrets.set(`mailed token ${secrets.size}`, found);
    return found;
  }

  // Registers accounts, and opens and refreshes sessions.
  await post("/api/auth/register", { email: mail("ada"), password: passwords.first, confirmPassword: passwords.wrong });
  await Promise.all([register("ada", passwords.first), register("ada", passwords.first)]);
  await register("ada", passwords.wrong);
  for (let attempt = 0; attempt < 12; attempt++) {
    const headers = at(addresses.stranger);
    await post("/api/auth/login", { email: mail("ada"), password: passwords.wrong }, { headers });
  }
  await post("/api/auth/login", { email: { $ne: mail("ada") }, password: [passwords.wrong] });
  const json = { "content-type": "application/json" };
  await app("/api/auth/login", {
    method: "POST",
    headers: json,
    body: `{"password":"${passwords.wrong}", ${mail("ada")}`,
  });
  const { refreshToken } = await logIn(passwords.first);
  keep(await post("/api/auth/refresh-token", { refreshToken }));
  await post("/api/auth/refresh-token", { refreshToken });
  await app("/api/auth/profile");
  await logIn(passwords.first);
  await app(`/api/auth/profile?token=${token}&email=${mail("ada")}`, { headers: { cookie: `token=${token}` } });

  // Changes passwords and email addresses, with links from emails.
  await post("/api/auth/forgot-password", { email: mail("nobody") });
  await post("/api/auth/forgot-password", { email: mail("ada") });
  const resetToken = await mailed(/\/reset-password\?token=([\w-]+)/);
  await app(`/reset-password?token=${resetToken}`);
  await post("/api/auth/reset-password", { resetToken: `${resetToken}x`, newPassword: passwords.reset });
  await post("/api/auth/reset-password", { resetToken, newPassword: passwords.reset });
  await post("/api/auth/reset-password", { resetToken, newPassword: passwords.reset });
  await logIn(passwords.reset);
  await post("/api/auth/change-password", { currentPassword: passwords.wrong, newPassword: passwords.changed });
  await post("/api/auth/change-password", { currentPassword: passwords.reset, newPassword: passwords.changed });
  const another = { name: "Ada", email: mail("moved"), contactNumber };
  await app("/api/auth/profile", { method: "PUT", body: another });
  await app("/api/auth/profile", { method: "PUT", body: { ...another, currentPassword: passwords.wrong } });
  await app("/api/auth/profile", { method: "PUT", body: { ...another, currentPassword: passwords.changed } });
  const cancellation = await mailed(/\/cancel-email-change\?token=([\w-]+)/);
  const confirmation = await mailed(/\/verify-email\?token=([\w-]+)/);
  await app(`/api/auth/verify-email?token=${confirmation}x`);
  expect((await app(`/api/auth/verify-email?token=${confirmation}`)).headers.location).toContain("email=changed");
  await app(`/api/auth/cancel-email-change?token=${cancellation}`);
  expect(
    (await graphql(`mutation { login(email: "${mail("moved")}", password: "${passwords.wrong}") { user { id } } }`))
      .status,
  ).toBe(401);
  await graphql(`mutation { login(email: "${mail("moved")}", password: "${passwords.wrong}" { }`);
  await graphql("mutation ($email: Int!) { login(email: $email, password: 1) { user { id } } }", {
    email: mail("moved"),
  });
  await logIn(passwords.changed, "moved");

  // Signs in with Google: first as a new user, then as the existing one.
  provider.person = { sub: "google-grace-journey", email: mail("google"), email_verified: true, name: "Grace Hopper" };
  const own = token;
  token = "";
  const first = await signInWithGoogle(testStack.appUrl, at(addresses.person));
  const cookie = Array.from(first.cookies, ([name, value]) => `${name}=${value}`).join("; ");
  const completion = { email: mail("google"), name: "Grace Hopper", googleId: provider.person.sub, contactNumber };
  await post(
    "/api/auth/google-oauth-complete",
    { ...completion, googleId: "x", password: passwords.google },
    { headers: { cookie } },
  );
  keep(
    await post(
      "/api/auth/google-oauth-complete",
      { ...completion, password: passwords.google },
      { headers: { cookie } },
    ),
  );
  const again = await signInWithGoogle(testStack.appUrl, at(addresses.person));
  for (const { cookies, addresses: way } of [first, again]) {
    for (const [name, value] of cookies) secrets.set(`cookie ${name} ${secrets.size}`, value);
    for (const { searchParams } of way)
      for (const name of ["code", "state", "nonce", "accessToken", "refreshToken"]) {
        const value = searchParams.get(name);
        if (value) secrets.set(`google ${name} ${secrets.size}`, value);
      }
  }
  const code = again.arrival.searchParams.get("code");
  expect(code).toBeTruthy();
  const back = Array.from(again.cookies, ([name, value]) => `${name}=${value}`).join("; ");
  keep(await post("/api/auth/google-oauth-exchange", { code }, { headers: { cookie: back } }));
  await app(`${again.arrival.pathname}${again.arrival.search}`);
  await app("/api/auth/google/callback?code=spent&state=none", { headers: { cookie } });
  token = own;

  // Creates links, visits them, and calls the paths that read them.
  const body = { name: "Landing page", originalUrl: "https://example.com/" };
  const link = made.parse(JSON.parse((await post("/api/urls", body)).body)).data;
  await post("/api/urls", { ...body, originalUrl: `https://${people.ada}:${passwords.first}@example.com/` });
  await post("/api/urls", { ...body, shortUrl: link.shortUrl });
  const look = async () => {
    for (const path of [`/api/urls/${link._id}/stats`, `/api/urls/${link._id}/click-logs`, "/api/dashboard"])
      await app(path);
    await graphql("{ dashboard { overview { totalClicks } } }");
    await app("/api/urls/nonsense");
  };
  const visit = async () => {
    for (const [address, userAgent] of [
      [addresses.visitor, visitors.firefoxOnLinux],
      [addresses.visitor6, visitors.chromeOnWindows],
      [`${addresses.visitor}, nonsense`, visitors.googlebot],
    ] as const) {
      const headers = { "x-forwarded-for": address, "user-agent": userAgent };
      for (const path of [`/${link.shortUrl}`, "/none-such", `/${link.shortUrl}?q=%`])
        await send(testStack.shortUrl, path, { headers });
    }
  };
  await visit();
  await look();
  await usePassword(testStack, { post, graphql });
  const access = await createAccess(testStack.appUrl, { password: passwords.changed, tokens: { accessToken: token } });
  secrets.set("SQL password", access.password);
  // The login works once a query engine has started that knows it.
  await expect.poll(() => canLogIn(access)).toBe(true);

  // Repeats the calls while engines are killed.
  const troubled = async () => {
    await visit();
    await Promise.all([
      register("lost", passwords.lost),
      post("/api/auth/login", { email: mail("moved"), password: passwords.changed }),
      post("/api/auth/forgot-password", { email: mail("moved") }),
      post("/api/auth/reset-password", { resetToken, newPassword: passwords.lost }),
      app("/api/auth/profile", {
        method: "PUT",
        body: { name: "Ada", email: mail("lost"), contactNumber, currentPassword: passwords.changed },
      }),
      app(`/api/auth/cancel-email-change?token=${cancellation}x`),
      app(`/api/auth/verify-email?token=${confirmation}`),
      graphql(
        "mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { user { id } } }",
        {
          email: mail("moved"),
          password: passwords.changed,
        },
      ),
      look(),
    ]);
  };
  for (const engine of ["clickhouse", "postgres"]) {
    // While an engine restarts, it has no process that could be killed.
    await expect.poll(() => kill(testStack.pids()[engine])).toBe(true);
    await troubled();
    await expect.poll(async () => (await send(testStack.appUrl, "/healthz")).status).toBe(200);
  }
  const credentials = { email: mail("moved"), password: passwords.changed };
  await expect.poll(async () => (await post("/api/auth/login", credentials)).status).toBe(200);
  await look();
  await graphql("mutation ($password: String!) { deleteAccount(password: $password) }", { password: passwords.wrong });
  await graphql("mutation ($password: String!) { deleteAccount(password: $password) }", {
    password: passwords.changed,
  });
  return secrets;
}

/** Returns whether a process was killed. */
function kill(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}
