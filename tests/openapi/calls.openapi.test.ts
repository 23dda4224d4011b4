import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { startProvider, type TestProvider } from "@hoplog/platform/testing/openIdProvider.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { stackPlace, type StackPlace } from "../running/runningStack.ts";

/** The program; without it these tests fail and say so. */
const program = process.env["SCHEMATHESIS"] ?? "schemathesis";
const examples = 12;

/** Would end the session of all calls after it. */
const endings = "^/api/auth/logout";

let place: StackPlace;
let provider: TestProvider;
let token: string;
const folder = mkdtempSync(join(tmpdir(), "hoplog-openapi-test-"));

beforeAll(async () => {
  place = await stackPlace();
  provider = await startProvider(`${place.appUrl}/api/auth/google/callback`);
  const { issuer, clientId, clientSecret } = provider;
  const google = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
  await place.start({ env: { RATE_LIMITS: "off", ...google } }).ready();
  const password = "correct horse battery";
  const email = "ada@example.com";
  await post("/api/auth/register", { name: "Ada", email, contactNumber: "1", password, confirmPassword: password });
  const answer = z.object({ tokens: z.object({ accessToken: z.string() }) });
  token = answer.parse(await post("/api/auth/login", { email, password })).tokens.accessToken;
});
afterAll(async () => {
  await place.clear();
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

async function post(path: string, body: object): Promise<unknown> {
  const response = await fetch(place.appUrl + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Ids of three new ones. */
async function make(path: string, body: object): Promise<string[]> {
  const answer = z.object({ data: z.object({ _id: z.uuid() }) });
  const made = await Promise.all([1, 2, 3].map(() => post(path, body)));
  return made.map((one) => answer.parse(one).data._id);
}

/** Makes calls of every kind that the document describes; rejects where the program can't be started. */
async function callAll(...only: string[]): Promise<{ code: number | null; output: string }> {
  const links = await make("/api/urls", { name: "Docs", originalUrl: "https://example.com/docs" });
  const groups = await make("/api/groups", { name: "Press" });
  const config = join(folder, "schemathesis.toml");
  writeFileSync(
    config,
    `headers = { Authorization = "Bearer ${token}" }
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
  const run = ["--checks", "not_a_server_error", "--no-color", "--exclude-path-regex", endings, ...only];
  const args = ["--config-file", config, "run", `${place.appUrl}/api/openapi.json`, ...run];
  const child = spawn(program, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    const install = "pip install -r tests/openapi/requirements.txt, or name the program in SCHEMATHESIS";
    child.once("error", () => reject(new Error(`${program} can't be started: ${install}`)));
    child.once("close", resolve);
  });
  const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, output: output + errors };
}

// Deletions come by themselves, or the others would soon find nothing any more.
test.each([
  ["but deletions", ["--exclude-method", "DELETE"]],
  ["that delete", ["--include-method", "DELETE"]],
])("calls of every kind, %s, are answered without a failure of ours", async (_what, only) => {
  const { code, output } = await callAll(...only);
  expect(output).toMatch(/[1-9]\d* generated/);
  expect({ code, output }).toMatchObject({ code: 0 });
});
