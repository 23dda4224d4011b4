import { execFileSync } from "node:child_process";
import { repositoryRoot } from "@hoplog/stack/root.js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, signedInScript } from "../running/account.ts";
import { type BrowserStack, openBrowserStack } from "../browser/browserStack.ts";
import { inspect, openContext } from "../browser/appearance.ts";
import { runTool } from "../operations/tool.ts";
import type { TestStack } from "../running/runningStack.ts";

let testStack: TestStack;
let browser: Browser;
let close: BrowserStack["close"];
beforeAll(async () => {
  ({ testStack, browser, close } = await openBrowserStack({ RATE_LIMITS: "off" }));
});
afterAll(() => close());

const operator = (...args: string[]) => runTool(testStack, "operator", {}, args);

async function visit(code: string): Promise<number> {
  return (await fetch(`${testStack.shortUrl}/${code}`, { redirect: "manual" })).status;
}

test("a link that an operator bans leads nowhere, its owner sees why, and lifting the ban opens it again", async () => {
  const account = await openAccount(testStack.appUrl, "banned@example.com");
  const { id, code } = await account.createLink({ name: "Docs", originalUrl: "https://example.com/docs" });
  await expect.poll(() => visit(code)).toBe(302);

  const found = await operator("find-link", `${testStack.shortUrl}/${code}`);
  expect(found).toMatchObject({ code: 0, output: expect.stringContaining(id) });
  expect((await operator("ban", "link", code, "--reason", "Phishing of a bank")).code).toBe(0);
  await expect.poll(() => visit(code)).toBe(410);

  const { context, page } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/urls`);
  const card = page.getByRole("article", { name: "Docs" });
  await card.getByText("Banned", { exact: true }).waitFor();
  expect(await card.getByRole("note").innerText()).toContain("Reason: Phishing of a bank");
  expect(await card.getByRole("link", { name: "Visit Docs" }).count()).toBe(0);
  await inspect(page, "banned-link");
  await card.getByRole("button", { name: "Delete Docs" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText(/banned by an operator. It can't be deleted/).waitFor();
  await page.goto(`${testStack.appUrl}/urls?history=${id}`);
  const history = page.getByRole("dialog");
  await history.getByText("An operator").waitFor();

  expect((await operator("lift", "link", code)).code).toBe(0);
  await expect.poll(() => visit(code)).toBe(302);
  await page.goto(`${testStack.appUrl}/urls`);
  await card.getByText("Active", { exact: true }).waitFor();
  expect(await card.getByText("Banned", { exact: true }).count()).toBe(0);
});

test("a link to a host that an operator lists warns its visitors, its owner sees why, and another destination frees it", async () => {
  const account = await openAccount(testStack.appUrl, "listed@example.com");
  const originalUrl = "https://www.bad.example/login?next=https%3A%2F%2Fexample.com%2Fa%2Frather%2Flong%2Fway";
  const { id, code } = await account.createLink({ name: "Bank", originalUrl });
  await expect.poll(() => visit(code)).toBe(302);
  expect((await operator("block", "bad.example", "--reason", "Phishing of a bank")).code).toBe(0);
  await expect.poll(() => visit(code)).toBe(403);
  for (const path of [code, `${code}+`]) {
    expect(await (await fetch(`${testStack.shortUrl}/${path}`)).text()).toContain("This link may be harmful");
  }
  const { context, page } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/urls`);
  const card = page.getByRole("article", { name: "Bank" });
  await card.getByText("Warning shown", { exact: true }).waitFor();
  expect(await card.getByRole("note").innerText()).toContain("Reason: Phishing of a bank");
  await inspect(page, "listed-link");
  await page.goto(`${testStack.appUrl}/urls?history=${id}`);
  await page.getByRole("dialog").getByText("Listed as harmful").waitFor();
  await inspect(page, "listed-history");
  await account.call("PUT", `/api/urls/${id}`, { originalUrl: "https://example.com/" });
  await expect.poll(() => visit(code)).toBe(302);
  await expect(account.createLink({ name: "Again", originalUrl })).rejects.toThrow(/422.*listed as harmful/);
});

test("a banned account is thrown out of the open page, shown why at the log-in, and let in again", async () => {
  const account = await openAccount(testStack.appUrl, "spammer@example.com");
  const { code } = await account.createLink({ name: "Spam", originalUrl: "https://example.com/spam" });
  await expect.poll(() => visit(code)).toBe(302);
  const { context, page } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/urls`);
  await page.getByRole("article", { name: "Spam" }).waitFor();

  expect((await operator("ban", "user", account.email, "--reason", "Spam, and a lot of it")).code).toBe(0);
  await expect.poll(() => visit(code)).toBe(410);
  // The page leaves by itself: its WebSocket is closed, and its token is not renewed.
  await page.waitForURL("**/login");
  const logIn = async () => {
    await page.getByLabel("Email address").fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  };
  await logIn();
  await page.getByText("banned by an operator. Reason: Spam, and a lot of it").waitFor();

  expect((await operator("lift", "user", account.email)).code).toBe(0);
  await logIn();
  // After signing in, the user returns to the page that the ban closed.
  await page.waitForURL("**/urls");
  await expect.poll(() => visit(code)).toBe(302);

  const audit = await operator("list", "audit", "--user", account.email);
  expect(audit.output).toMatch(/operator {2}BanUser {2}user .*Spam, and a lot of it/);
  expect(audit.output).toMatch(/SignIn {2}user .*rest password 127\.0\.0\.1/);
});

test("what can't be understood or found has an exit code and help", async () => {
  expect(await operator()).toMatchObject({ code: 2, output: expect.stringContaining("Usage:") });
  expect(await operator("--help")).toMatchObject({ code: 0, output: expect.stringContaining("Usage:") });
  expect(await operator("ban", "link", "x")).toMatchObject({ code: 2, output: expect.stringContaining("--reason") });
  expect(await operator("find-user", "nobody@example.com")).toMatchObject({
    code: 1,
    output: expect.stringContaining("No account has this id or email address."),
  });
});

test("make hands the arguments on as they are quoted", () => {
  const ARGS = `ban link docs --reason "Phishing of a bank's page"`;
  const printed = execFileSync("make", ["--dry-run", "operator", `ARGS=${ARGS}`], {
    cwd: repositoryRoot,
    encoding: "utf8",
  });
  expect(printed).toContain(`stack/dist/boot/tool.js operator ${ARGS}\n`);
});
