import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { repositoryRoot } from "../root.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hoplog-env-"));
  file = join(folder, "env");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function makeEnv(environment: Record<string, string> = {}) {
  const { ANALYST_PASSWORD: _, ...rest } = process.env;
  const env = { ...rest, ...environment };
  const { status, stdout, stderr } = spawnSync(process.execPath, ["stack/tasks/env.mjs", file], {
    cwd: repositoryRoot,
    env,
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}
const text = () => readFileSync(file, "utf8");
const lineOf = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(text())?.[1];
const names = [
  "POSTGRES_PASSWORD",
  "CLICKHOUSE_PASSWORD",
  "REDIS_PASSWORD",
  "TOKEN_SECRET",
  "CERTIFICATE_KEY",
  "ANALYST_PASSWORD",
  "CONSOLE_PASSWORD",
  "CONSOLE_PASSWORD_SHA256",
  "KAFKA_CLUSTER_ID",
];

test("writes fresh secrets for nobody else to read, and a second run keeps them", () => {
  expect(makeEnv().status).toBe(0);
  const first = text();
  const secrets = names.map(lineOf);
  expect(new Set(secrets).size).toBe(names.length);
  expect(secrets.filter((secret) => (secret ?? "").length < 22)).toEqual([]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  chmodSync(file, 0o644);
  expect(makeEnv()).toEqual({ status: 0, output: `${file} already has all secrets; nothing was changed\n` });
  expect(text()).toBe(first);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("adds only what is missing to what somebody has written, also to a last line without an end", () => {
  writeFileSync(file, "HTTP_PORT=81\nPOSTGRES_PASSWORD=mine\nTOKEN_SECRET=");
  expect(makeEnv().status).toBe(0);
  expect(text()).toMatch(/^HTTP_PORT=81\nPOSTGRES_PASSWORD=mine\nTOKEN_SECRET=\n/);
  expect(lineOf("POSTGRES_PASSWORD")).toBe("mine");
  expect(text().match(/^TOKEN_SECRET=[0-9a-f]{64}$/gm)).toHaveLength(1);
});

test("gives ClickHouse the hash of the console's password, also of one that was there before", () => {
  const hashOf = (password = "") => createHash("sha256").update(password).digest("hex");
  expect(makeEnv().status).toBe(0);
  expect(lineOf("CONSOLE_PASSWORD_SHA256")).toBe(hashOf(lineOf("CONSOLE_PASSWORD")));
  writeFileSync(file, "CONSOLE_PASSWORD=mine");
  expect(makeEnv().status).toBe(0);
  expect(lineOf("CONSOLE_PASSWORD_SHA256")).toBe(hashOf("mine"));
});

test("takes an analyst's password with every kind of character, and writes it as docker compose reads it", () => {
  expect(makeEnv({ ANALYST_PASSWORD: 'it\'s $a "b" #c & <d>' }).status).toBe(0);
  expect(lineOf("ANALYST_PASSWORD")).toBe(String.raw`'it\'s $a "b" #c & <d>'`);
  expect(makeEnv().status).toBe(0);
});

test.each([
  ["CONSOLE_PASSWORD='mine'", "CONSOLE_PASSWORD: must contain only letters, digits and . _ ~ -"],
  ["ANALYST_PASSWORD=two words", "ANALYST_PASSWORD: put it in single quotation marks"],
  ["ANALYST_PASSWORD=pa$$word", "ANALYST_PASSWORD: put it in single quotation marks"],
  ['ANALYST_PASSWORD="pa$word"', "ANALYST_PASSWORD: put it in single quotation marks"],
  ["ANALYST_PASSWORD='it's'", "ANALYST_PASSWORD: put it in single quotation marks"],
  ["ANALYST_PASSWORD='a]]>b'", "ANALYST_PASSWORD: must not contain ]]>"],
  ["POSTGRES_PASSWORD=a@b", "POSTGRES_PASSWORD: must contain only letters, digits and . _ ~ -"],
  ["CLICKHOUSE_PASSWORD='a b'", "CLICKHOUSE_PASSWORD: must contain only letters, digits and . _ ~ -"],
])("refuses %s, which would be read otherwise, and changes nothing", (line, message) => {
  writeFileSync(file, `${line}\n`);
  const { status, output } = makeEnv();
  expect(status).toBe(1);
  expect(output).toContain(message);
  expect(text()).toBe(`${line}\n`);
});

test.each(["a\nb", "a]]>b", String.raw`a\'b`, "a\\"])("refuses the password %j before anything is written", (given) => {
  const { status, output } = makeEnv({ ANALYST_PASSWORD: given });
  expect(status).toBe(1);
  expect(output).toContain("ANALYST_PASSWORD: must not contain line breaks");
  expect(() => text()).toThrow("ENOENT");
});
