// Writes .env with fresh secrets for docker compose. What is there already is kept: passwords in it may be in use.
import { spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { appendFileSync, chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const path = process.argv[2] ?? join(root, ".env");
const password = () => randomBytes(24).toString("hex");
const values = {
  POSTGRES_PASSWORD: password,
  CLICKHOUSE_PASSWORD: password,
  REDIS_PASSWORD: password,
  TOKEN_SECRET: () => randomBytes(32).toString("hex"),
  ANALYST_PASSWORD: password,
  // Kafka wants 16 bytes in URL-safe base64.
  KAFKA_CLUSTER_ID: () => Buffer.from(randomUUID().replaceAll("-", ""), "hex").toString("base64url"),
};

// Compose builds with buildx 0.17 or later; where that isn't there, it can still build by itself.
const buildx = /v(\d+)\.(\d+)/.exec(spawnSync("docker", ["buildx", "version"], { encoding: "utf8" }).stdout ?? "");
if (!buildx || (Number(buildx[1]) === 0 && Number(buildx[2]) < 17)) values.COMPOSE_BAKE = () => "false";

const before = existsSync(path) ? readFileSync(path, "utf8") : "";
const missing = Object.entries(values).filter(([name]) => !new RegExp(`^${name}=.`, "m").test(before));
if (missing.length > 0) {
  const start =
    before === ""
      ? "# Secrets of docker compose, written by make env. Never commit it.\n"
      : before.endsWith("\n")
        ? ""
        : "\n";
  appendFileSync(path, start + missing.map(([name, make]) => `${name}=${make()}\n`).join(""), { mode: 0o600 });
  chmodSync(path, 0o600);
}
console.log(
  missing.length > 0
    ? `Wrote ${missing.map(([name]) => name).join(", ")} to ${path}. Now: docker compose up -d --build --wait`
    : `${path} has all secrets already; nothing changed`,
);
