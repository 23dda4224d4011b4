import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Browser } from "playwright-core";
import { launchChromium } from "../browser/chromium.ts";
import { type Account, openAccount, signedInScript } from "../running/account.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { type Installed, installPacked } from "./install.ts";
import { openAssistant } from "./assistant.ts";
import { pageProgram, receiverProgram, wrongProgram } from "./programs.ts";
import { type Outcome, type Running, start } from "./runProgram.ts";
import { type CodeBlock, snippetsIn } from "../documents/markdown.ts";

let installed: Installed;
let stack: TestStack;
let account: Account;
let key: string;
let browser: Browser;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  stack = await newTestStack();
  const ready = stack.start({ env: { WEBHOOK_NETWORKS: "127.0.0.1/32" } }).ready();
  installed = installPacked();
  await ready;
  account = await openAccount(stack.appUrl, "packed@example.com");
  // The scopes of the key that the page /keys/cli creates.
  const scopes = "links:write stats:read groups:write tags:write domains:read export account:read".split(" ");
  ({ key } = newKey.parse(await account.call("POST", "/api/keys", { name: "Packed", scopes })).data);
  browser = await launchChromium();
  env = { HOPLOG_URL: stack.appUrl, XDG_CONFIG_HOME: join(installed.folder, "config") };
  writeFileSync(join(installed.folder, "key.txt"), `${key}\n`);
});
afterAll(async () => {
  await browser.close();
  installed.remove();
  await stack.clear();
});

const begin = (args: readonly string[], more: NodeJS.ProcessEnv = {}, input?: string): Running =>
  start("hoplog", args, { folder: installed.folder, env: { ...env, ...more }, input });
const hoplog = (args: readonly string[], more?: NodeJS.ProcessEnv, input = ""): Promise<Outcome> =>
  begin(args, more, input).outcome;
const json = <T>(schema: z.ZodType<T>, text: string): T => schema.parse(JSON.parse(text));

const links = z.array(z.object({ _id: z.string(), name: z.string(), fullShortUrl: z.string() }));
const newKey = z.object({ data: z.object({ key: z.string() }) });
const newWebhook = z.object({ data: z.object({ secret: z.string() }) });
const identity = z.object({ user: z.object({ email: z.string() }), key: z.object({ name: z.string() }) });
const failed = z.object({ error: z.object({ type: z.string(), message: z.string(), status: z.number().optional() }) });

describe("the packages", () => {
  test("hold what runs, its types and nothing else, and need no other package", () => {
    expect(
      installed.sdk.contents.filter((file) => !/^(dist\/.*\.(js|d\.ts)|package\.json|README\.md|LICENSE)$/.test(file)),
    ).toEqual([]);
    expect(installed.sdk.contents.filter((file) => /test|generator/.test(file))).toEqual([]);
    expect(
      installed.cli.contents.filter(
        (file) => !/^(bundle\/(.*\.js|licences\.txt)|package\.json|README\.md|LICENSE)$/.test(file),
      ),
    ).toEqual([]);
    for (const name of ["sdk", "cli"]) {
      const text = readFileSync(join(installed.folder, "node_modules/@hoplog", name, "package.json"), "utf8");
      expect(JSON.parse(text)).not.toHaveProperty("dependencies");
    }
  });

  test("the SDK is small in a page, and works there", async () => {
    const input = join(installed.folder, "page.js");
    writeFileSync(input, pageProgram);
    const bundle = await rolldown({ input, platform: "browser", cwd: installed.folder });
    const { output } = await bundle.generate({ format: "esm", minify: true });
    const [{ code, imports }] = output;
    expect(imports).toEqual([]);
    expect(output).toHaveLength(1);
    expect(gzipSync(code).length).toBeLessThan(8000);
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    await page.goto(`${stack.appUrl}/terms`);
    const failures: Error[] = [];
    page.on("pageerror", (error) => failures.push(error));
    await page.addScriptTag({ content: code, type: "module" });
    // A module runs asynchronously after it was added.
    await expect.poll(async () => [failures, await page.evaluate("typeof tried")]).toEqual([[], "function"]);
    const found = await page.evaluate(`tried(${JSON.stringify(key)})`);
    expect(found).toEqual([
      ["In a page"],
      "window",
      true,
      "NotFoundError",
      "The signature does not match. Check the secret, and pass the body as it was received.",
      "function",
    ]);
    await context.close();
  });
});

describe("what the documents show", () => {
  const snippets = snippetsIn("docs/reference/sdk.md", "ts");
  const fileOf = ({ place }: Pick<CodeBlock, "place">) => join(installed.folder, `${place.replaceAll(/\W/g, "_")}.ts`);

  test("has the right types, in Node and in a browser, and wrong ones are found", () => {
    const names = snippets.map((snippet) => {
      writeFileSync(fileOf(snippet), snippet.code.replaceAll("https://hoplog.example.com", stack.appUrl));
      return fileOf(snippet);
    });
    const wrong = join(installed.folder, "wrong.ts");
    writeFileSync(wrong, wrongProgram);
    const typeRoots = [join(repositoryRoot, "node_modules/@types")];
    expect(errorsIn({ types: ["node"], typeRoots, lib: ["es2024"] }, [...names, wrong])).toBe("");
    expect(errorsIn({ types: [], lib: ["es2024", "dom", "dom.iterable", "dom.asynciterable"] }, [wrong])).toBe("");
  });

  test.each(snippets)("runs: $place", async (snippet) => {
    const how = { folder: installed.folder, env: { ...env, HOPLOG_KEY: key } };
    const { ended, stderr } = await start(process.execPath, [fileOf(snippet)], how).outcome;
    expect(stderr).toBe("");
    expect(ended).toBe(0);
  });

  test("takes what a webhook sends, and nothing else", async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const body = { url, events: ["link.created"] };
    const { secret } = newWebhook.parse(await account.call("POST", "/api/webhooks", body)).data;
    const shown = snippets.find(({ code }) => code.includes("export async function POST"));
    const program = join(installed.folder, "receiver.ts");
    writeFileSync(program, receiverProgram(port, basename(fileOf(shown ?? { place: "" }))));
    const how = { folder: installed.folder, env: { WEBHOOK_SECRET: secret } };
    const receiver = start(process.execPath, [program], how);
    await expect.poll(() => receiver.stdout()).toContain("listening");
    await account.createLink({ name: "Announced by a webhook" });
    await expect.poll(() => receiver.stdout()).toContain("Announced by a webhook");
    const forged = {
      "webhook-id": "1",
      "webhook-timestamp": `${Math.floor(Date.now() / 1000)}`,
      "webhook-signature": "v1,AAAA",
    };
    expect((await fetch(url, { method: "POST", headers: forged, body: "{}" })).status).toBe(400);
    receiver.kill("SIGTERM");
    expect((await receiver.outcome).stderr).toBe("");
  });

  test("of the command line runs, one block after the other", async () => {
    const blocks = snippetsIn("docs/reference/cli.md", "sh");
    expect(blocks.length).toBeGreaterThan(4);
    for (const { place, code } of blocks) {
      const { ended, stderr } = await start("bash", ["-euc", code], { folder: installed.folder, env }).outcome;
      expect({ place, ended, stderr }).toMatchObject({ place, ended: 0 });
    }
    expect(readFileSync(join(installed.folder, "backup.zip")).subarray(0, 2).toString()).toBe("PK");
  });

  /** Returns the compiler's errors for these files; empty if there are none. */
  function errorsIn(compilerOptions: object, files: readonly string[]): string {
    const config = join(installed.folder, "tsconfig.json");
    const common = {
      strict: true,
      exactOptionalPropertyTypes: true,
      module: "nodenext",
      target: "es2024",
      noEmit: true,
    };
    writeFileSync(config, JSON.stringify({ compilerOptions: { ...common, ...compilerOptions }, files }));
    const tsc = join(repositoryRoot, "node_modules/.bin/tsc");
    return spawnSync(tsc, ["-p", config], { cwd: installed.folder, encoding: "utf8" }).stdout;
  }
});

describe("the command line", () => {
  test("keeps the key for its user alone, and sends it nowhere else", async () => {
    const { ended, stderr } = await hoplog(["login", "--key"], {}, `${key}\n`);
    expect(stderr).toContain("packed@example.com");
    expect(ended).toBe(0);
    const file = join(installed.folder, "config/hoplog/config.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
    const other = await hoplog(["whoami"], { HOPLOG_URL: "http://127.0.0.1:9" });
    expect(other).toMatchObject({ ended: 1, stdout: "" });
    expect(other.stderr).toContain("No API key is saved for http://127.0.0.1:9");
    const wrong = await hoplog(["login", "--key"], {}, "hop_nobody");
    expect(wrong.ended).toBe(1);
    expect((await hoplog(["whoami"])).stdout).toContain("packed@example.com");
  });

  test("takes a key from the page that this login has opened, once its person allows it", async () => {
    const config = { XDG_CONFIG_HOME: join(installed.folder, "browser") };
    const login = begin(["login", "--no-browser", "--yes"], config);
    await expect.poll(() => login.stderr()).toContain("/keys/cli?");
    const [, code = "", address = ""] = /if it shows (\S+):\s+(http\S+)/.exec(login.stderr()) ?? [];
    const context = await browser.newContext();
    await context.addInitScript(signedInScript(account));
    const page = await context.newPage();
    await page.goto(address);
    await page.getByText(code, { exact: true }).waitFor();
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByRole("heading", { name: "Go back to your terminal" }).waitFor();
    expect(page.url()).not.toMatch(/hop_|code=/);
    await context.close();
    expect(await login.outcome).toMatchObject({ ended: 0, stdout: "" });
    const { stdout } = await hoplog(["whoami", "--json"], config);
    expect(json(identity, stdout)).toMatchObject({
      user: { email: "packed@example.com" },
      key: { name: "Command line" },
    });
    expect((await hoplog(["logout"], config)).ended).toBe(0);
    expect((await hoplog(["whoami"], config)).ended).toBe(1);
  });

  test("makes a link whose click is seen by tail and by figures", async () => {
    const tail = begin(["tail", "--json"]);
    const made = await hoplog(["link", "create", "https://example.com/seen", "--name", "Seen", "--code", "seen-link"]);
    expect(made).toMatchObject({ ended: 0, stderr: "", stdout: `${stack.shortUrl}/seen-link\n` });
    const visit = () =>
      fetch(made.stdout.trim(), {
        redirect: "manual",
        headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" },
      });
    expect((await visit()).status).toBe(302);
    await expect.poll(() => tail.stdout()).toContain("seen-link");
    await expect.poll(async () => (await hoplog(["stats", "seen-link"])).stdout).toContain("1 click, 1 visitor");
    expect((await hoplog(["stats"])).stdout).toMatch(/[▁▂▃▄▅▆▇]*█/);
    tail.kill("SIGINT");
    expect(await tail.outcome).toMatchObject({ ended: 130, stderr: "" });

    const listed = json(links, (await hoplog(["link", "list", "--json"])).stdout);
    expect(listed.find(({ fullShortUrl }) => fullShortUrl.endsWith("/seen-link"))?.name).toBe("Seen");
    expect((await hoplog(["link", "off", made.stdout.trim()])).stderr).toBe(`${made.stdout.trim()} is off.\n`);
    await expect.poll(async () => (await visit()).status).toBe(410);
  });

  test.each([
    [["link", "show", "no-such-link"], 1, "NOT_FOUND_ERROR"],
    [["link", "show", "00000000-0000-4000-8000-000000000000"], 1, "NOT_FOUND_ERROR"],
    [["link", "create", "javascript:alert(1)"], 1, "VALIDATION_ERROR"],
    [["link", "create"], 2, "USAGE_ERROR"],
    [["link", "list", "--sort", "colour"], 2, "USAGE_ERROR"],
    [["link", "list", "--nothing"], 2, "USAGE_ERROR"],
    [["link", "delete", "seen-link"], 2, "USAGE_ERROR"],
    [["stats", "--tz", "Nowhere"], 2, "USAGE_ERROR"],
    [["fly"], 2, "USAGE_ERROR"],
    [["import", "not-there.csv"], 1, "FAILURE"],
  ])("%j fails with %i", async (args, code, type) => {
    const { ended, stdout, stderr } = await hoplog([...args, "--json"]);
    expect(stdout).toBe("");
    expect(json(failed, stderr).error.type).toBe(type);
    expect(ended).toBe(code);
    const forPeople = await hoplog(args);
    expect(forPeople).toMatchObject({ ended: code, stdout: "" });
    expect(forPeople.stderr).toContain(json(failed, stderr).error.message);
  });

  test("ends quietly when nobody reads any more", async () => {
    const code = `hoplog --help | head -n 1; echo "\${PIPESTATUS[0]}"; hoplog tail -n 1 --bots --json | head -n 1 > /dev/null; echo over`;
    await account.createLink({ name: "Tail" }, { shortUrl: "docs-of-tail" });
    const visit = () => fetch(`${stack.shortUrl}/docs-of-tail`, { redirect: "manual" });
    const visits = setInterval(() => void visit().catch(() => {}), 300);
    const { stdout, stderr } = await start("bash", ["-c", code], { folder: installed.folder, env }).outcome;
    clearInterval(visits);
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^hoplog 1\.0\.0: .*\n0\nover\n$/);
  });

  test.each(["bash", "zsh", "fish"])("completes in %s, as far as it is installed here", async (shell) => {
    const { stdout, ended } = await hoplog(["completion", shell]);
    expect(ended).toBe(0);
    for (const word of ["link", "create", "--find-or-create", "completion"])
      expect(stdout).toContain(word.replace("--", ""));
    const file = join(installed.folder, `completion.${shell}`);
    writeFileSync(file, stdout);
    if (!existsSync(`/usr/bin/${shell}`) && !existsSync(`/bin/${shell}`)) return;
    const { status, stderr } = spawnSync(shell, ["-n", file], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const asked = (line: string): string => {
      const words = `COMP_WORDS=(${line}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _hoplog; echo "\${COMPREPLY[*]}"`;
      const given = shell === "bash" ? words : `complete -C"${line}"`;
      return spawnSync(shell, ["-c", `source ${file}; ${given}`], { encoding: "utf8" }).stdout.trim();
    };
    // zsh completes only in a terminal, so only the script's syntax is checked.
    if (shell === "zsh") return;
    expect(asked("hoplog li")).toMatch(/^link\b/);
    expect(asked("hoplog link cr")).toMatch(/^create\b/);
    expect(asked("hoplog link create --find")).toMatch(/^--find-or-create\b/);
    expect(asked("hoplog import links.csv --source yo")).toMatch(/^yourls\b/);
    expect(asked("hoplog completion f")).toBe("fish");
  });

  test("serves tools to assistants", async () => {
    const assistant = openAssistant(begin(["mcp"]));
    const [reads, adds, changes] = [
      { readOnlyHint: true, destructiveHint: false },
      { readOnlyHint: false, destructiveHint: false },
      { readOnlyHint: false, destructiveHint: true },
    ];
    const hints = (await assistant.tools()).map(({ name, annotations }) => [name, annotations]);
    expect(Object.fromEntries(hints)).toEqual({
      list_links: reads,
      get_link: reads,
      link_stats: reads,
      account_stats: reads,
      create_link: adds,
      edit_link: changes,
      switch_link: changes,
    });
    const link = "for-tools";
    const good: [string, object, string][] = [
      ["create_link", { url: "https://example.com/tools", code: link }, `${stack.shortUrl}/for-tools`],
      ["edit_link", { link, url: "https://example.com/edited", note: "by a tool" }, "https://example.com/edited"],
      ["switch_link", { link, on: false }, `"isActive": false`],
      ["list_links", { search: link }, `"total": 1`],
      ["get_link", { link: `${stack.shortUrl}/for-tools` }, "by a tool"],
      ["link_stats", { link, days: 7 }, "totalClicks"],
      ["account_stats", {}, "topLinks"],
    ];
    for (const [name, given, text] of good)
      expect(await assistant.use(name, given)).toEqual({ text: expect.stringContaining(text), isError: false });
    const bad: [string, object, string][] = [
      ["edit_link", { link: "not-there", name: "x" }, "not-there"],
      ["create_link", { url: "javascript:alert(1)" }, "URL"],
      ["list_links", { limit: 1_000_000 }, "limit"],
    ];
    for (const [name, given, text] of bad)
      expect(await assistant.use(name, given)).toEqual({ text: expect.stringContaining(text), isError: true });
    const { ended, stdout, stderr } = await assistant.leave("get_link", { link });
    expect({ ended, stderr }).toEqual({ ended: 0, stderr: "" });
    expect(stdout.trimEnd().split("\n").at(-1)).toContain("by a tool");
  });

  test("a key that reads a few links lets nobody do more", async () => {
    await account.createLink({ name: "Reached" }, { shortUrl: "reached", tags: ["reached"] });
    await account.createLink({ name: "Beyond" }, { shortUrl: "beyond" });
    const body = { name: "Reader", scopes: ["links:read"], tag: "reached" };
    const reader = { HOPLOG_KEY: newKey.parse(await account.call("POST", "/api/keys", body)).data.key };
    const assistant = openAssistant(begin(["mcp"], reader));
    expect(await assistant.use("get_link", { link: "reached" })).toMatchObject({ isError: false });
    expect((await assistant.use("list_links", {})).text).toContain(`"total": 1`);
    for (const [name, given] of [
      ["get_link", { link: "beyond" }],
      ["create_link", { url: "https://example.com/" }],
      ["switch_link", { link: "reached", on: false }],
      ["account_stats", {}],
    ] as const)
      expect(await assistant.use(name, given)).toMatchObject({ isError: true });
    expect((await hoplog(["link", "show", "reached"], reader)).ended).toBe(0);
    expect((await hoplog(["link", "show", "beyond"], reader)).ended).toBe(1);
    expect((await hoplog(["whoami"], reader)).stdout).toContain(`the key "Reader"`);
    expect((await assistant.leave("list_links", {})).ended).toBe(0);
  });
});
