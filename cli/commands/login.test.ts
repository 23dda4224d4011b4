import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { readSaved } from "../config/config.ts";
import { openServer } from "../testing/openServer.ts";
import { runHere } from "../testing/runHere.ts";

const attacker = { name: "Ada <ada@example.com>", email: "attacker@evil.example" };

/**
 * Opens a server that exchanges any code for a key if the verifier matches the challenge that the page received. If
 * `user` is null, the key has no permission to read the profile.
 */
async function openHoplog(user: typeof attacker | null = attacker) {
  let challenge = "";
  const server = await openServer(({ method, path, body }) => {
    if (path === "/api/keys/exchange") {
      const { verifier } = JSON.parse(body) as { verifier: string };
      const isRight = createHash("sha256").update(verifier).digest("base64url") === challenge;
      const error = { type: "AUTHORIZATION_ERROR", message: "no", details: {} };
      if (!isRight) return { status: 403, body: { success: false, message: "no", error } };
      return { status: 201, body: { success: true, data: { key: "hop_of_somebody" } } };
    }
    if (path === "/api/auth/profile") {
      const error = { type: "AUTHORIZATION_ERROR", message: "no", details: {} };
      return user
        ? { body: { success: true, data: user } }
        : { status: 403, body: { success: false, message: "no", error } };
    }
    if (path === "/api/keys/current") {
      const data = { name: "Command line", scopes: ["links:read"], expiresAt: null };
      return { body: { success: true, data, method } };
    }
    return { status: 404, body: { success: false } };
  });
  return { ...server, expectChallenge: (text: string) => void (challenge = text) };
}

/** Starts a login, and resolves with its result once the page has sent its code. */
async function logIn(server: Awaited<ReturnType<typeof openHoplog>>, args: readonly string[] = []) {
  const home = mkdtempSync(join(tmpdir(), "hoplog-login-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const env = { XDG_CONFIG_HOME: home, HOPLOG_URL: server.url };
  let said = "";
  const ran = runHere(["login", "--no-browser", ...args], { env, onWrite: (text) => (said += text) });
  await expect.poll(() => said).toContain("/keys/cli?");
  const page = new URL(/http\S+keys\/cli\S+/.exec(said)?.[0] ?? "");
  const [port = "", state = ""] = ["port", "state"].map((name) => page.searchParams.get(name) ?? "");
  server.expectChallenge(page.searchParams.get("challenge") ?? "");
  await fetch(`http://127.0.0.1:${port}/?${new URLSearchParams({ state, code: "a-code-of-the-page" }).toString()}`);
  return { ...(await ran), saved: await readSaved(env) };
}

/** Fakes a terminal at which a user types this answer; returns the question that was shown. */
function answerWith(answer: string): () => string {
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  const stdin = Object.getOwnPropertyDescriptor(process, "stdin") ?? {};
  Object.defineProperty(process, "stdin", { value: terminal, configurable: true });
  let asked = "";
  const stderr = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    asked += String(text);
    if (String(text).includes("[y/N]")) terminal.write(`${answer}\n`);
    return true;
  });
  onTestFinished(() => {
    Object.defineProperty(process, "stdin", stdin);
    stderr.mockRestore();
  });
  return () => asked;
}

const revoked = { method: "DELETE", path: "/api/keys/current", authorization: "Bearer hop_of_somebody" };

test("a key that came by the browser is saved once somebody has said that the account is theirs", async () => {
  const server = await openHoplog();
  const asked = answerWith("y");
  const { code, saved } = await logIn(server);
  expect(asked()).toContain(
    `attacker@evil.example (called "Ada <ada@example.com>") at ${server.url}. Is this your account? [y/N]`,
  );
  expect({ code, saved }).toEqual({ code: 0, saved: { url: server.url, key: "hop_of_somebody" } });
});

test.each(["n", "", "no"])("with the answer %j nothing is saved, and the key is revoked", async (answer) => {
  const server = await openHoplog();
  answerWith(answer);
  expect(await logIn(server)).toMatchObject({ code: 1, saved: null });
  expect(server.asked).toContainEqual(expect.objectContaining(revoked));
});

test("a key that doesn't say whose it is isn't saved, whatever was said", async () => {
  const server = await openHoplog(null);
  expect(await logIn(server, ["--yes"])).toMatchObject({ code: 1, saved: null });
  expect(server.asked).toContainEqual(expect.objectContaining(revoked));
});

test("where nobody can be asked, no page is opened", async () => {
  const server = await openHoplog();
  const { code, stderr } = await runHere(["login", "--no-browser"], { env: { HOPLOG_URL: server.url } });
  expect(code).toBe(2);
  expect(stderr).toContain("run it in a terminal, or use --yes or --key");
  expect(server.asked).toEqual([]);
});
