import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { readJson, writeJson } from "./jsonFile.ts";

const schema = z.object({ postgres: z.string(), clickHouse: z.string(), token: z.string() });

/** What only this stack knows: the engines' passwords and the key that signs sessions. */
export type Secrets = z.output<typeof schema>;

/** The secrets of this data folder, made at the first start. */
export function loadSecrets(folder: string): Secrets {
  const path = join(folder, "secrets.json");
  const kept = readJson(path, schema);
  if (kept) return kept;
  const random = () => randomBytes(32).toString("base64url");
  const secrets = { postgres: random(), clickHouse: random(), token: random() };
  writeJson(path, secrets);
  return secrets;
}
