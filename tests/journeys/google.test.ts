import { startProvider, type TestProvider } from "@hoplog/platform/testing/openIdProvider.js";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { inspect } from "../browser/appearance.ts";
import { launchChromium } from "../browser/chromium.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { openAccount } from "../running/account.ts";

let testStack: TestStack;
let browser: Browser;
let provider: TestProvider;
const person = { sub: "google-ada", email: "ada@example.com", email_verified: true, name: "Ada Lovelace" };

beforeAll(async () => {
  browser = await launchChromium();
  testStack = await newTestStack();
  provider = await startProvider(`${testStack.appUrl}/api/auth/google/callback`);
  const { issuer, clientId, clientSecret } = provider;
  const env = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: "Example" };
  await testStack.start({ env }).ready();
});
afterAll(async () => {
  await browser.close();
  await testStack.clear();
  await provider.close();
});
beforeEach(() => {
  provider.person = person;
  provider.consents = true;
});

/** Opens a separate browser context; `addresses` are all URLs that its page has shown. */
async function openBrowser(): Promise<{ context: BrowserContext; page: Page; addresses: string[] }> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const addresses: string[] = [];
  page.on("framenavigated", (frame) => addresses.push(frame.url()));
  return { context, page, addresses };
}

test("a person signs up with Google, and signs in with it later", async () => {
  const { page } = await openBrowser();
  await page.goto(`${testStack.appUrl}/register`);
  await page.getByText("Continue with Example").click();
  await page.getByText("Complete Your Profile").waitFor();
  expect(new URL(page.url()).search).toBe("");
  await page.getByLabel("Contact Number").fill("+44 20 7946 0000");
  await page.getByLabel("Password", { exact: true }).fill("sixsix");
  await page.getByLabel("Confirm Password").fill("sixsix");
  await page.getByRole("button", { name: "Complete Registration" }).click();
  await page.waitForURL("**/dashboard");

  const later = await openBrowser();
  await later.page.goto(`${testStack.appUrl}/login`);
  await later.page.getByText("Continue with Example").click();
  await later.page.waitForURL("**/dashboard");
  const code = codeIn(later.addresses);
  // Going back does not reveal the code, and no log contains the code or a token.
  const token = await later.page.evaluate(() => localStorage.getItem("token"));
  expect(token).toMatch(/^ey/);
  expect(later.addresses.join()).not.toContain("oken=");
  await later.page.goBack();
  expect(later.page.url()).not.toContain("code=");
  const logs = join(testStack.dataFolder, "logs");
  for (const file of readdirSync(logs)) {
    const text = readFileSync(join(logs, file), "utf8");
    expect(text).not.toContain(code);
    expect(text).not.toContain(String(token));
  }
});

/** Returns the code from the URLs that the page has shown. */
function codeIn(addresses: readonly string[]): string {
  const seen = addresses.find((address) => address.includes("/google-oauth-complete?") && address.includes("code="));
  const code = new URL(seen ?? "").searchParams.get("code") ?? "";
  expect(code).toMatch(/^[\w-]{43}$/);
  return code;
}

test("a crafted link with somebody else's code or tokens signs nobody in", async () => {
  const attacker = await openBrowser();
  await attacker.page.goto(`${testStack.appUrl}/login`);
  await attacker.page.getByText("Continue with Example").click();
  await attacker.page.waitForURL("**/dashboard");
  const token = await attacker.page.evaluate(() => localStorage.getItem("token"));
  const tokens = { action: "login", accessToken: String(token), refreshToken: String(token), userId: "1" };

  for (const query of [`action=login&code=${codeIn(attacker.addresses)}`, new URLSearchParams(tokens).toString()]) {
    const victim = await openBrowser();
    await victim.page.goto(`${testStack.appUrl}/google-oauth-complete?${query}`);
    await victim.page.waitForURL("**/login?error=oauth_failed");
    expect(await victim.page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  }
});

test("an address that has a password's account leads to the log-in page, filled in", async () => {
  const email = "owner@example.com";
  await openAccount(testStack.appUrl, email);
  provider.person = { ...person, sub: "google-other", email };
  const { page } = await openBrowser();
  await page.goto(`${testStack.appUrl}/login`);
  await page.getByText("Continue with Example").click();
  await page.waitForURL("**/login?message=user_exists_with_email**");
  await expect.poll(() => page.getByLabel("Email address").inputValue()).toBe(email);
});

test("refused consent leads to the log-in page", async () => {
  provider.consents = false;
  const { page } = await openBrowser();
  await page.goto(`${testStack.appUrl}/login`);
  await page.getByText("Continue with Example").click();
  await expect.poll(() => page.url()).toBe(`${testStack.appUrl}/login?error=oauth_failed&reason=denied`);
  await page.getByText("You have not allowed the sign-in.").waitFor();
  await inspect(page, "login-denied");
});
