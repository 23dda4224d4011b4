import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { z } from "zod";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { inspect, openContext } from "../browser/appearance.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { openAccount, signedInScript } from "../running/account.ts";
import type { StackPlace } from "../running/runningStack.ts";

let testStack: StackPlace;
let browser: Browser;
let close: BrowserStack["close"];

beforeAll(async () => {
  ({ testStack, browser, close } = await shareBrowserStack());
});
afterAll(() => close());

async function statusOf(path: string, key: string, init: RequestInit = {}): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(testStack.appUrl + path, { ...init, headers });
  await response.body?.cancel();
  return response.status;
}

test("a key is made, used and revoked", async () => {
  const account = await openAccount(testStack.appUrl, "keys@example.com");
  await account.call("POST", "/api/groups", { name: "Campaign" });
  const { context, page, problems } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/settings/keys`);
  await page.getByText("No API key yet").waitFor();
  await inspect(page, "keys-none");
  await page.getByRole("button", { name: "Make your first API key" }).click();
  const form = page.getByRole("dialog", { name: "New API Key" });
  await form.getByRole("button", { name: "Make", exact: true }).click();
  await form.getByText("A name is required").waitFor();
  await form.getByRole("textbox", { name: "Name" }).fill("Deploy script");
  await form.getByLabel("URLs that it reaches").selectOption("Those in one group");
  await form.getByLabel("Group", { exact: true }).selectOption("Campaign");
  // Exports of all data are not offered for a key that is limited to some links.
  await form.getByLabel("Download everything").waitFor({ state: "detached" });
  await form.getByLabel("Make URLs").check();
  await form.getByRole("textbox", { name: "Only from" }).fill("everywhere");
  await form.getByRole("button", { name: "Make", exact: true }).click();
  await form.getByText("Must contain only IP addresses and networks").waitFor();
  await form.getByRole("textbox", { name: "Only from" }).fill("127.0.0.1\n::1");
  await inspect(page, "keys-new");
  await form.getByRole("button", { name: "Make", exact: true }).click();
  const key = await page.getByRole("textbox", { name: "API key" }).inputValue();
  expect(key).toMatch(/^hop_[0-9A-Za-z]{36}$/);
  await inspect(page, "keys-made");
  await page.getByRole("button", { name: "Done" }).click();

  const link = { method: "POST", body: JSON.stringify({ name: "By a program", originalUrl: "https://example.com/" }) };
  expect(await statusOf("/api/urls", key, link)).toBe(201);
  expect(await statusOf("/api/groups", key)).toBe(403);
  const card = page.getByRole("article", { name: "Deploy script" });
  await card.getByText("in Campaign").waitFor();
  const isUsed = async () => JSON.stringify(await account.call("GET", "/api/keys")).includes(':00:00.000Z"');
  await expect.poll(isUsed).toBe(true);
  await page.reload();
  await card.getByText("by the hour").waitFor();
  await inspect(page, "keys-list");
  await account.createLink({ name: "By hand" });
  await page.goto(`${testStack.appUrl}/urls`);
  const listed = (name: string) => page.getByRole("article", { name });
  await listed("By hand").waitFor();
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Made by").selectOption("API key Deploy script");
  await listed("By hand").waitFor({ state: "detached" });
  await listed("By a program").waitFor();
  await inspect(page, "keys-made-by");
  await page.getByLabel("Made by", { exact: true }).selectOption("You");
  await listed("By hand").waitFor();
  await page.getByRole("button", { name: "Remove the filter Made by you" }).click();
  await listed("By a program").waitFor();
  await page.goto(`${testStack.appUrl}/settings/keys`);
  await card.getByRole("button", { name: "Revoke Deploy script" }).click();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await card.getByText("Revoked").waitFor();
  await expect.poll(() => statusOf("/api/urls", key)).toBe(401);
  expect(problems).toEqual([]);
});

test("the command line gets a key by the browser, from whoever allows it", async () => {
  const account = await openAccount(testStack.appUrl, "command-line@example.com");
  const received: URLSearchParams[] = [];
  const commandLine = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (url.searchParams.has("code")) received.push(url.searchParams);
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><html lang=en><title>Signed in</title><h1>Signed in</h1>");
  });
  await new Promise<void>((resolve) => commandLine.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void commandLine.close());
  const { port } = commandLine.address() as AddressInfo;
  const state = "Zk3v-this-is-a-state-of-the-command-line";
  const { context, page } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  const address = (query: string) => `${testStack.appUrl}/keys/cli?${query}`;
  const verifier = "what-only-the-command-line-knows-of-this-login";
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  for (const query of [
    "",
    `port=80&state=${state}&challenge=${challenge}`,
    `port=${port}&state=short&challenge=${challenge}`,
    `port=evil.example&state=${state}&challenge=${challenge}`,
    `port=${port}&state=${state}`,
  ]) {
    await page.goto(address(query));
    await page.getByText("This address is not complete").waitFor();
  }
  await page.goto(address(`port=${port}&state=${state}&challenge=${challenge}`));
  await page.getByText("Zk3v-thi").waitFor();
  await inspect(page, "keys-command-line");
  expect(received).toEqual([]);
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByRole("heading", { name: "Signed in" }).waitFor();
  expect(received[0]?.get("state")).toBe(state);
  expect(received[0]?.has("key")).toBe(false);
  const exchanged = await fetch(`${testStack.appUrl}/api/keys/exchange`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code: received[0]?.get("code"), verifier }),
  });
  const { data } = z.object({ data: z.object({ key: z.string() }) }).parse(await exchanged.json());
  expect(await statusOf("/api/keys/current", data.key)).toBe(200);
});

test("a page of another site makes a link by a key, and nothing by a session", async () => {
  const account = await openAccount(testStack.appUrl, "other-site@example.com");
  const made = await account.call("POST", "/api/keys", { name: "Shop", scopes: ["links:create"] });
  const { key } = z.object({ data: z.object({ key: z.string() }) }).parse(made).data;
  const shop = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><html lang=en><title>Shop</title><h1>Shop</h1>");
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void shop.close());
  const { port } = shop.address() as AddressInfo;
  const { page } = await openContext(browser);
  await page.goto(`http://127.0.0.1:${port}/`);
  const call = (token: string) =>
    page.evaluate(
      async ([url, authorization]) => {
        const headers = { authorization, "content-type": "application/json", "idempotency-key": crypto.randomUUID() };
        const body = JSON.stringify({ name: "From a shop", originalUrl: "https://example.com/" });
        try {
          const answer = await fetch(url, { method: "POST", headers, body });
          return `${answer.status} ${answer.headers.get("etag")}`;
        } catch (error) {
          return String(error);
        }
      },
      [`${testStack.appUrl}/api/urls`, `Bearer ${token}`] as const,
    );
  expect(await call(key)).toBe('201 "1"');
  expect(await call(account.tokens.accessToken)).toContain("Failed to fetch");
});

test("operations of GraphQL are tried", async () => {
  const account = await openAccount(testStack.appUrl, "developers@example.com");
  await account.createLink({ name: "Shown as JSON" });
  const { context, page, problems } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/developers`);
  const editor = page.getByRole("textbox", { name: "Operation" });
  await editor.waitFor();
  await page.getByRole("button", { name: "Run" }).click();
  const answer = page.getByLabel("Answer");
  await answer.getByText("Shown as JSON").waitFor();
  await inspect(page, "developers");
  await page.getByRole("textbox", { name: "Variables" }).fill("first: 5");
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText("Variables must be JSON").waitFor();
  await page.getByRole("textbox", { name: "Variables" }).fill('{ "first": 100000 }');
  await editor.press("Control+Enter");
  await page.getByText(/^Answered with errors/).waitFor();
  await answer.getByText("VALIDATION_ERROR").waitFor();
  // The editor completes typed text from the schema.
  await editor.fill("");
  await editor.pressSequentially("{ apiK");
  await page.getByText("apiKeys", { exact: true }).waitFor();
  expect(problems).toEqual([]);
});
