import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startProvider, type TestProvider } from "@hoplog/platform/testing/openIdProvider.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { newTestStack, type TestStack, type StackRun } from "../running/runningStack.ts";
import { journey } from "./journey.ts";

let testStack: TestStack;
let run: StackRun;
let provider: TestProvider;
beforeAll(async () => {
  testStack = await newTestStack();
  provider = await startProvider(`${testStack.appUrl}/api/auth/google/callback`);
  const { issuer, clientId, clientSecret } = provider;
  run = testStack.start({
    onNothing: true,
    env: {
      LOG_LEVEL: "trace",
      TRUSTED_PROXIES: "127.0.0.0/8,::1/128",
      BIND_ADDRESS: "127.0.0.1",
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
    },
  });
  await run.ready();
});
afterAll(async () => {
  await testStack.clear();
  await provider.close();
});

/** Returns all logs in the data folder by path, and the supervisor's output. */
function logs(): Map<string, string> {
  const paths = readdirSync(testStack.dataFolder, { recursive: true, encoding: "utf8" });
  const files = paths.filter((path) => /\.log(\.\d+)?$/.test(path));
  const texts = files.map((path): [string, string] => [path, readFileSync(join(testStack.dataFolder, path), "utf8")]);
  return new Map([...texts, ["the supervisor's output", run.output()]]);
}

const fileOfSecrets = z.record(z.string(), z.string());

test("no log knows a secret, a token, a password, a person or a visitor, whatever has happened", async () => {
  const secrets = await journey(testStack, provider);
  const own = fileOfSecrets.parse(JSON.parse(readFileSync(join(testStack.dataFolder, "secrets.json"), "utf8")));
  for (const [name, value] of Object.entries(own)) secrets.set(`secrets.json: ${name}`, value);
  secrets.set("the provider's client secret", provider.clientSecret);
  run.child.kill("SIGTERM");
  await run.ended;

  const written = logs();
  const text = Array.from(written.values()).join("\n").toLowerCase();
  // The test is meaningful only if each part has a log, and if the failures were logged.
  for (const part of ["api", "redirector", "ingest", "postgres"]) expect(written.get(`logs/${part}.log`)).toBeTruthy();
  for (const where of ["route", "path"]) {
    expect(text).toMatch(new RegExp(`"${where}":[^\\n]*"a database is unreachable`));
  }
  expect([...secrets.values()].filter((value) => value.length < 8)).toEqual([]);
  const found = Array.from(secrets).flatMap(([name, value]) =>
    Array.from(written)
      .filter(([, lines]) => lines.toLowerCase().includes(value.toLowerCase()))
      .map(([file]) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});
