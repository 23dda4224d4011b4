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
  summary: "Log in to a server: a page in the browser creates an API key, which is saved",
  options: {
    key: { type: "boolean", help: "Enter an existing API key, or read it from a pipe, instead of opening a browser" },
    "no-browser": { type: "boolean", help: "Print the URL of the page instead of opening a browser" },
    yes: { type: "boolean", short: "y", help: "Do not ask whether the account is yours" },
  },
  async run(context, { values }) {
    const { env, out, signal } = context;
    const url = await urlFor(env, textOf(values, "url"));
    const isTyped = isSet(values, "key");
    const isConfirmed = isSet(values, "yes");
    if (!isTyped && !isConfirmed && !process.stdin.isTTY) {
      throw new UsageError(
        "hoplog login must ask for confirmation of the account: run it in a terminal, or use --yes or --key",
      );
    }
    const key = isTyped
      ? await readSecret(context, `API key for ${url}: `)
      : await keyFromBrowser(context, url, isSet(values, "no-browser"));
    if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError("Invalid API key");
    const identity = await identityOf(url, key, signal);
    // The page may have been opened by another user, to whom this key would then belong.
    if (!isTyped && !(await isOwn(context, url, identity, isConfirmed))) {
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

async function isOwn(context: Context, url: string, identity: Identity, isConfirmed: boolean): Promise<boolean> {
  const account = accountOf(identity);
  if (account !== null)
    return confirm(context, `The key belongs to the account ${account} at ${url}. Is this your account?`, isConfirmed);
  context.out.note("The account of the key is unknown.");
  return false;
}

async function keyFromBrowser({ env, out, signal }: Context, url: string, isConfirmedOnly: boolean): Promise<string> {
  const receiver = await receiveCode(url, AbortSignal.any([signal, AbortSignal.timeout(browserLimit)]));
  let code: string;
  try {
    out.note(`Confirm the login on this page, if it shows ${receiver.mark}:\n  ${receiver.pageUrl}`);
    if (!isConfirmedOnly) openBrowser(receiver.pageUrl, env);
    code = await receiver.code;
  } catch (error) {
    if (signal.aborted) throw error;
    throw new UsageError(
      `The login was not confirmed within ${browserLimit / 60_000} minutes. Try again, or use hoplog login --key with an existing key`,
    );
  } finally {
    receiver.close();
  }
  const { key } = await createClient({ url }).apiKeys.exchange({ code, verifier: receiver.verifier }, { signal });
  return key;
}

const logout: Command = {
  name: "logout",
  summary: "Delete the saved API key",
  async run({ env, out }) {
    const saved = await readSaved(env);
    await forget(env);
    if (out.isJson) return out.json({ url: saved?.url ?? null });
    out.note(
      saved
        ? `Deleted the saved key for ${saved.url}. The key remains valid until you revoke it on the page API keys.`
        : "No key was saved.",
    );
  },
};

const whoami: Command = {
  name: "whoami",
  summary: "Show the server, and the account and API key that are used",
  async run({ env, out, signal }, { values }) {
    const { url, key } = await keyFor(env, textOf(values, "url"));
    const identity = await identityOf(url, key, signal);
    if (out.isJson) return out.json({ url, ...identity });
    out.line(`${plain(nameOf(identity))} at ${url}`);
    if (identity.key) out.line(out.dim(`Scopes: ${plain(identity.key.scopes.join(", "))}`));
  },
};

export const loginCommands: readonly Command[] = [login, logout, whoami];
