import { type Command, type Context, isSet, textOf, UsageError } from "../command/command.ts";
import { forget, keyFor, readSaved, save, urlFor } from "../config/config.ts";
import { readSecret } from "../login/ask.ts";
import { openBrowser } from "../login/openBrowser.ts";
import { receiveKey } from "../login/receiveKey.ts";
import { plain } from "../output/plain.ts";
import { identityOf, nameOf } from "../login/identity.ts";

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
    const identity = await identityOf(url, key, signal);
    const file = await save(env, { url, key });
    if (out.isJson) out.json({ url, ...identity });
    else out.note(`Logged in to ${url} as ${nameOf(identity)}; the key is in ${file}.`);
  },
};

async function keyFromBrowser({ env, out, signal }: Context, url: string, isSaidOnly: boolean): Promise<string> {
  const receiver = await receiveKey(url, AbortSignal.any([signal, AbortSignal.timeout(browserLimit)]));
  try {
    out.note(`Allow it on this page, if it shows ${receiver.code}:\n  ${receiver.pageUrl}`);
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

const logout: Command = {
  name: "logout",
  summary: "Forget the key that was saved",
  async run({ env, out }) {
    const saved = await readSaved(env);
    await forget(env);
    if (out.isJson) return out.json({ url: saved?.url ?? null });
    out.note(
      saved
        ? `The key for ${saved.url} is forgotten here; it stays valid until it is revoked on the page API keys.`
        : "There was no key.",
    );
  },
};

const whoami: Command = {
  name: "whoami",
  summary: "Say which server, and who you are there",
  async run({ env, out, signal }, { values }) {
    const { url, key } = await keyFor(env, textOf(values, "url"));
    const identity = await identityOf(url, key, signal);
    if (out.isJson) return out.json({ url, ...identity });
    out.line(`${plain(nameOf(identity))} at ${url}`);
    if (identity.key) out.line(out.dim(`May: ${plain(identity.key.scopes.join(", "))}`));
  },
};

export const loginCommands: readonly Command[] = [login, logout, whoami];
