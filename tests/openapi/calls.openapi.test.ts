import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { startProvider, type TestProvider } from "@hoplog/platform/testing/openIdProvider.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, openAccount } from "../running/account.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";

/** The Schemathesis program; without it, these tests fail with instructions to install it. */
const program = process.env["SCHEMATHESIS"] ?? "schemathesis";
const examples = 3;
/** Timeout of one call, on a machine that also runs all other tests. */
const timeoutSeconds = 60;

/** Excluded paths: logging out would end the session of all later calls, and live responses never end. */
const left = "^/api/(auth/logout|live$)";

let testStack: TestStack;
let provider: TestProvider;
let account: Account;
const folder = mkdtempSync(join(tmpdir(), "hoplog-openapi-test-"));

beforeAll(async () => {
  testStack = await newTestStack();
  provider = await startProvider(`${testStack.appUrl}/api/auth/google/callback`);
  const { issuer, clientId, clientSecret } = provider;
  const google = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
  await testStack.start({ env: { RATE_LIMITS: "off", ...google } }).ready();
  account = await openAccount(testStack.appUrl, "ada@example.com");
});
afterAll(async () => {
  await testStack.clear();
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Calls `make` three times in parallel and returns the results. */
const three = <T>(make: () => Promise<T>): Promise<T[]> => Promise.all([1, 2, 3].map(make));

/** Makes calls of every kind that the document describes; rejects if the program can't be started. */
async function callAll(...only: string[]): Promise<{ code: number | null; output: string }> {
  const links = (await three(() => account.createLink({ name: "Docs" }))).map(({ id }) => id);
  const groups = await three(() => account.createGroup("Press"));
  const config = join(folder, "schemathesis.toml");
  writeFileSync(
    config,
    `headers = { Authorization = "Bearer ${account.tokens.accessToken}" }
[generation]
deterministic = true
max-examples = ${examples}
[[operations]]
include-path-regex = "^/api/urls/"
parameters = { "path.id" = ${JSON.stringify(links)} }
[[operations]]
include-path-regex = "^/api/groups/"
parameters = { "path.id" = ${JSON.stringify(groups)} }
`,
  );
  const how = ["--checks", "not_a_server_error", "--request-timeout", `${timeoutSeconds}`, "--no-color"];
  const run = [...how, "--exclude-path-regex", left, ...only];
  const args = ["--config-file", config, "run", `${testStack.appUrl}/api/openapi.json`, ...run];
  const child = spawn(program, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    const install = "pip install -r tests/openapi/requirements.txt, or name the program in SCHEMATHESIS";
    child.once("error", () => reject(new Error(`${program} can't be started: ${install}`)));
    child.once("close", resolve);
  });
  const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, output: output + errors };
}

// Deletions run separately, because the other calls would soon find no resources.
test.each([
  ["but deletions", ["--exclude-method", "DELETE"]],
  ["that delete", ["--include-method", "DELETE"]],
])("calls of every kind, %s, are answered without a failure of ours", async (_what, only) => {
  const { code, output } = await callAll(...only);
  expect(output).toMatch(/[1-9]\d* generated/);
  // The program reports failures at the end of its output.
  expect(code, output.slice(-20_000)).toBe(0);
});
