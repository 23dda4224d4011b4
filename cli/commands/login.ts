import { AuthorizationError, createClient } from "@hoplog/sdk";
import { type Command, type Context, isSet, textOf, UsageError } from "../command/command.ts";
import { checked, forget, keyFor, readSaved, save, urlFor } from "../config/config.ts";
import { readSecret } from "../login/ask.ts";
import { openBrowser } from "../login/openBrowser.ts";
import { receiveKey } from "../login/receiveKey.ts";
import { plain } from "../output/plain.ts";

const browserLimit = 5 * 60_000;

const login: Command = {
  name: "login",
  summary: "Save a key for a server, from the page that makes one",
  options: {
    key: { type: "boolean", help: "Type a key, or read it from a pipe, instead of opening a browser" },
    "no-browser": { type: "boolean", help: "Say the page's address instead of opening it" },
  },
  async run(context, { values }) {
    const { env, out, signal } = context;
    const url = await urlFor(env, textOf(values, "url"));
    const key = isSet(values, "key")
      ? await readSecret(context, `API key for ${url}: `)
      : await keyFromBrowser(context, url, isSet(values, "no-browser"));
    if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError("That is no key");
    const who = await profileOf(url, key, signal);
    const file = await save(env, { url, key });
    if (out.isJson) out.json({ url, user: who });
    else out.note(`Logged in to ${url}${who ? ` as ${who.email}` : ""}; the key is in ${file}.`);
  },
};

async function keyFromBrowser({ env, out, signal }: Context, url: string, isSaidOnly: boolean): Promise<string> {
  const receiver = await receiveKey(url, AbortSignal.any([signal, AbortSignal.timeout(browserLimit)]));
  try {
    out.note(`Open this page and agree to a key for this machine:\n  ${receiver.pageUrl}`);
    if (!isSaidOnly) openBrowser(receiver.pageUrl, env);
    return await receiver.key;
  } catch (error) {
    if (signal.aborted) throw error;
    throw new UsageError(
      `No key has come within ${browserLimit / 60_000} minutes; hoplog login --key takes one that you have`,
    );
  } finally {
    receiver.close();
  }
}

/** Whose key it is; null where it may not say so. Rejects where it is no key. */
async function profileOf(url: string, key: string, signal: AbortSignal) {
  try {
    const { name, email } = await createClient({ url, token: key }).account.profile({ signal });
    return { name, email };
  } catch (error) {
    if (error instanceof AuthorizationError) return null;
    throw error;
  }
}

const logout: Command = {
  name: "logout",
  summary: "Forget the key that was saved",
  async run({ env, out }) {
    const saved = await readSaved(env);
    await forget(env);
    if (out.isJson) return out.json({ url: saved?.url ?? null });
    out.note(
      saved
        ? `The key for ${saved.url} is forgotten here; it stays valid until it is deleted there.`
        : "There was no key.",
    );
  },
};

const whoami: Command = {
  name: "whoami",
  summary: "Say which server, and who you are there",
  async run({ env, out, signal }, { values }) {
    const { url, key } = await keyFor(env, textOf(values, "url"));
    const who = await profileOf(checked(url), key, signal);
    if (out.isJson) return out.json({ url, user: who });
    out.line(
      who ? `${plain(who.name)} <${plain(who.email)}> at ${url}` : `A key without access to the account, at ${url}`,
    );
  },
};

export const loginCommands: readonly Command[] = [login, logout, whoami];
