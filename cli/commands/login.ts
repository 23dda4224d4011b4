import { createClient } from "@hoplog/sdk";
import { type Command, type Context, isSet, textOf, UsageError } from "../command/command.ts";
import { forget, keyFor, readSaved, save, urlFor } from "../config/config.ts";
import { confirm, readSecret } from "../login/ask.ts";
import { openBrowser } from "../login/openBrowser.ts";
import { receiveCode } from "../login/receiveCode.ts";
import { plain } from "../output/plain.ts";
import { accountOf, type Identity, identityOf, nameOf } from "../login/identity.ts";

const browserLimit = 5 * 60_000;

const login: Command = {
  name: "login",
  summary: "Save a key for a server, from the page that makes one",
  options: {
    key: { type: "boolean", help: "Type a key, or read it from a pipe, instead of opening a browser" },
    "no-browser": { type: "boolean", help: "Say the page's address instead of opening it" },
    yes: { type: "boolean", short: "y", help: "Don't ask whether the account is yours" },
  },
  async run(context, { values }) {
    const { env, out, signal } = context;
    const url = await urlFor(env, textOf(values, "url"));
    const isTyped = isSet(values, "key");
    const isSaid = isSet(values, "yes");
    if (!isTyped && !isSaid && !process.stdin.isTTY) {
      throw new UsageError("hoplog asks whose key has arrived: run it in a terminal, or say --yes or --key");
    }
    const key = isTyped
      ? await readSecret(context, `API key for ${url}: `)
      : await keyFromBrowser(context, url, isSet(values, "no-browser"));
    if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError("That is no key");
    const identity = await identityOf(url, key, signal);
    // The page may have been opened by another user, whose key this would be.
    if (!isTyped && !(await isOwn(context, url, identity, isSaid))) {
      await createClient({ url, token: key }).apiKeys.deleteCurrent({ signal });
      out.note("Nothing was saved, and the key was revoked.");
      return 1;
    }
    const file = await save(env, { url, key });
    if (out.isJson) out.json({ url, ...identity });
    else out.note(`Logged in to ${url} as ${nameOf(identity)}; the key is in ${file}.`);
    return 0;
  },
};

async function isOwn(context: Context, url: string, identity: Identity, isSaid: boolean): Promise<boolean> {
  const account = accountOf(identity);
  if (account !== null)
    return confirm(context, `The key is from the account ${account} at ${url}. Is it yours?`, isSaid);
  context.out.note("The key doesn't say whose it is.");
  return false;
}

async function keyFromBrowser({ env, out, signal }: Context, url: string, isSaidOnly: boolean): Promise<string> {
  const receiver = await receiveCode(url, AbortSignal.any([signal, AbortSignal.timeout(browserLimit)]));
  let code: string;
  try {
    out.note(`Allow it on this page, if it shows ${receiver.mark}:\n  ${receiver.pageUrl}`);
    if (!isSaidOnly) openBrowser(receiver.pageUrl, env);
    code = await receiver.code;
  } catch (error) {
    if (signal.aborted) throw error;
    throw new UsageError(
      `No key has come within ${browserLimit / 60_000} minutes; hoplog login --key takes one that you have`,
    );
  } finally {
    receiver.close();
  }
  const { key } = await createClient({ url }).apiKeys.exchange({ code, verifier: receiver.verifier }, { signal });
  return key;
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
