import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../command/command.ts";

/** Data that "hoplog login" saves. */
export interface Saved {
  readonly url: string;
  readonly key: string;
}

/** Default URL of a stack on this machine. */
const defaultUrl = "http://localhost:3000";

/** Thrown if there is no key for the server. */
export class NotLoggedInError extends Error {
  override readonly name = "NotLoggedInError";
}

function fileOf(env: NodeJS.ProcessEnv): string {
  return join(env["XDG_CONFIG_HOME"] || join(homedir(), ".config"), "hoplog", "config.json");
}

export async function readSaved(env: NodeJS.ProcessEnv): Promise<Saved | null> {
  const file = fileOf(env);
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  const saved = parsed(text);
  if (!saved) throw new UsageError(`Cannot read ${file}: run "hoplog login" again`);
  return saved;
}

function parsed(text: string): Saved | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("url" in value) || !("key" in value)) return null;
    const { url, key } = value;
    return typeof url === "string" && typeof key === "string" ? { url, key } : null;
  } catch {
    return null;
  }
}

/** Saves the login in a file that only this user can read; resolves with the file's name. */
export async function save(env: NodeJS.ProcessEnv, { url, key }: Saved): Promise<string> {
  const file = fileOf(env);
  const folder = join(file, "..");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const fresh = `${file}.${randomBytes(6).toString("hex")}`;
  await writeFile(fresh, `${JSON.stringify({ url, key }, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  await rename(fresh, file);
  return file;
}

export async function forget(env: NodeJS.ProcessEnv): Promise<void> {
  await rm(fileOf(env), { force: true });
}

/** Returns the server's URL: the option, HOPLOG_URL, the saved URL or the default URL, whichever is set first. */
export async function urlFor(env: NodeJS.ProcessEnv, option: string | undefined): Promise<string> {
  const asked = option ?? env["HOPLOG_URL"];
  return checked(asked || ((await readSaved(env))?.url ?? defaultUrl));
}

/**
 * Returns the server's URL and key. A saved key is returned only for the server that it was saved for. Throws
 * NotLoggedInError if there is no key.
 */
export async function keyFor(env: NodeJS.ProcessEnv, option: string | undefined): Promise<Saved> {
  const asked = option ?? env["HOPLOG_URL"];
  const own = env["HOPLOG_KEY"];
  if (asked && own) return { url: checked(asked), key: own };
  const saved = await readSaved(env);
  const url = checked(asked || (saved?.url ?? defaultUrl));
  const key = own || (saved?.url === url ? saved.key : undefined);
  if (key === undefined) throw new NotLoggedInError(`No API key is saved for ${url}: run "hoplog login --url ${url}"`);
  return { url, key };
}

/** Validates a URL and normalises it for comparing and saving. Throws UsageError if it is invalid. */
export function checked(url: string): string {
  if (URL.canParse(url)) {
    const { protocol, username, password, search, hash, href } = new URL(url);
    if (/^https?:$/.test(protocol) && !username && !password && !search && !hash) return href.replace(/\/+$/, "");
  }
  throw new UsageError(`Invalid URL ${url}: use the URL of a hoplog server, such as https://hoplog.example.com`);
}
