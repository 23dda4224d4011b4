// Writes .env with new secrets for docker compose. Existing values remain, because they may be in use. ANALYST_PASSWORD
// is read from the environment if it is set, because users type it.
import { spawnSync } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { appendFileSync, chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const path = process.argv[2] ?? join(root, ".env");
const password = () => randomBytes(24).toString("hex");
const newConsolePassword = password();
const values = {
  POSTGRES_PASSWORD: password,
  CLICKHOUSE_PASSWORD: password,
  REDIS_PASSWORD: password,
  TOKEN_SECRET: () => randomBytes(32).toString("hex"),
  // Encrypts certificates' private keys; shared by the api and redirectors.
  CERTIFICATE_KEY: () => randomBytes(32).toString("hex"),
  ANALYST_PASSWORD: () => (process.env.ANALYST_PASSWORD ? quoted(process.env.ANALYST_PASSWORD) : password()),
  // Password of the SQL console's users: the api has the password, ClickHouse its hash.
  CONSOLE_PASSWORD: () => newConsolePassword,
  CONSOLE_PASSWORD_SHA256: () =>
    createHash("sha256")
      .update(plainValue("CONSOLE_PASSWORD") || newConsolePassword)
      .digest("hex"),
  // Kafka requires 16 bytes in URL-safe base64.
  KAFKA_CLUSTER_ID: () => Buffer.from(randomUUID().replaceAll("-", ""), "hex").toString("base64url"),
};

// By default, compose builds with buildx 0.17 or later; COMPOSE_BAKE=false makes it build without buildx.
const buildx = /v(\d+)\.(\d+)/.exec(spawnSync("docker", ["buildx", "version"], { encoding: "utf8" }).stdout ?? "");
if (!buildx || (Number(buildx[1]) === 0 && Number(buildx[2]) < 17)) values.COMPOSE_BAKE = () => "false";

/** Variables that become parts of URLs. */
const inAddresses = new Set(["POSTGRES_PASSWORD", "CLICKHOUSE_PASSWORD", "REDIS_PASSWORD"]);

/** CONSOLE_PASSWORD is hashed as written, so it must not be quoted. */
const plainOnly = new Set([...inAddresses, "CONSOLE_PASSWORD"]);

const before = existsSync(path) ? readFileSync(path, "utf8") : "";
const problems = Object.keys(values).flatMap((name) => problemsOf(name, before));
if (problems.length > 0) {
  console.error(`${path} is invalid:\n${problems.map((line) => `  ${line}`).join("\n")}`);
  process.exit(1);
}
const missing = Object.entries(values).filter(([name]) => !new RegExp(`^${name}=.`, "m").test(before));
if (missing.length > 0) {
  const start =
    before === ""
      ? "# Secrets of docker compose, written by make env. Never commit it.\n"
      : before.endsWith("\n")
        ? ""
        : "\n";
  appendFileSync(path, start + missing.map(([name, make]) => `${name}=${make()}\n`).join(""), { mode: 0o600 });
}
// Also restricts the permissions of an existing file.
chmodSync(path, 0o600);
console.log(
  missing.length > 0
    ? `Wrote ${missing.map(([name]) => name).join(", ")} to ${path}. Now: docker compose up -d --build --wait`
    : `${path} already has all secrets; nothing was changed`,
);

/** Quotes a value so that docker compose reads it back unchanged. */
function quoted(value) {
  if (/[\r\n]|\]\]>|\\'|\\$/.test(value)) {
    console.error(
      "ANALYST_PASSWORD: must not contain line breaks, ]]>, or a backslash before a quotation mark or at the end",
    );
    process.exit(1);
  }
  return /^[\w.~-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`\'`)}'`;
}

function plainValue(name) {
  return new RegExp(`^${name}=(.*)$`, "m").exec(before)?.[1]?.trim() ?? "";
}

/** Returns the problem of a variable's value that docker compose or ClickHouse would parse differently, as a list. */
function problemsOf(name, text) {
  const value = new RegExp(`^${name}=(.*)$`, "m").exec(text)?.[1]?.trim() ?? "";
  if (value === "") return [];
  if (plainOnly.has(name)) {
    const why = inAddresses.has(name) ? ", because it becomes part of a URL" : "";
    return /^[\w.~-]+$/.test(value) ? [] : [`${name}: must contain only letters, digits and . _ ~ -${why}`];
  }
  if (value.includes("]]>")) return [`${name}: must not contain ]]>`];
  const plain = /^[^\s'"\\$#`]+$/.test(value);
  const inQuotes = /^'(?:[^'\\]|\\'|\\(?!'))*'$/.test(value);
  return plain || inQuotes
    ? []
    : [`${name}: put it in single quotation marks, and write \\' for a quotation mark inside`];
}
