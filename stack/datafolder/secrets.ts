import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { readJson, writeJson } from "./jsonFile.ts";

const names = ["postgres", "clickHouse", "token", "redis", "analyst", "console", "certificate"] as const;
const schema = z.record(z.enum(names), z.string());

/** Generated secrets: the engines' passwords, and the keys that sign sessions and encrypt certificates. */
export type Secrets = z.output<typeof schema>;

/** Reads the data folder's secrets and creates those that are missing. */
export function loadSecrets(folder: string): Secrets {
  const path = join(folder, "secrets.json");
  const kept = readJson(path, z.partialRecord(z.enum(names), z.string())) ?? {};
  if (names.every((name) => kept[name] !== undefined)) return schema.parse(kept);
  const random = () => randomBytes(32).toString("base64url");
  const secrets = schema.parse(Object.fromEntries(names.map((name) => [name, kept[name] ?? random()])));
  writeJson(path, secrets);
  return secrets;
}
