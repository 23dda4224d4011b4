import { createHmac, randomBytes } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { readJson, writeJson } from "./jsonFile.ts";

const names = ["postgres", "clickHouse", "token", "redis", "analyst"] as const;
const schema = z.record(z.enum(names), z.string());

/** What only this stack knows: the engines' passwords and the key that signs sessions. */
export type Secrets = z.output<typeof schema>;

/** The secrets of this data folder, made at the first start; those that came later, at the first start after that. */
export function loadSecrets(folder: string): Secrets {
  const path = join(folder, "secrets.json");
  const kept = readJson(path, z.partialRecord(z.enum(names), z.string())) ?? {};
  if (names.every((name) => kept[name] !== undefined)) return schema.parse(kept);
  const random = () => randomBytes(32).toString("base64url");
  const secrets = schema.parse(Object.fromEntries(names.map((name) => [name, kept[name] ?? random()])));
  writeJson(path, secrets);
  return secrets;
}

/**
 * The password of the SQL console's users. It is none of the file's: the release before would not take one with more in it,
 * and whoever knows ClickHouse's own password can read as much.
 */
export function consolePasswordOf({ clickHouse }: Pick<Secrets, "clickHouse">): string {
  return createHmac("sha256", clickHouse).update("hoplog sql console").digest("base64url");
}
