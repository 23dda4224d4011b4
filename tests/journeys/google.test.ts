import { startProvider, type TestProvider } from "@hoplog/platform/testing/openIdProvider.js";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
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
  const env = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
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

/** Somebody's own browser, and every address that its page has shown. */
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
  await page.getByText("Continue with Google").click();
  await page.getByText("Complete Your Profile").waitFor();
  expect(new URL(page.url()).search).toBe("");
  await page.getByLabel("Contact Number").fill("+44 20 7946 0000");
  await page.getByLabel("Password", { exact: true }).fill("sixsix");
  await page.getByLabel("Confirm Password").fill("sixsix");
  await page.getByRole("button", { name: "Complete Registration" }).click();
  await page.waitForURL("**/dashboard");

  const later = await openBrowser();
  await later.page.goto(`${testStack.appUrl}/login`);
  await later.page.getByText("Continue with Google").click();
  await later.page.waitForURL("**/dashboard");
  const seen = later.addresses.find((address) => address.includes("accessToken="));
  const token = new URL(seen ?? "").searchParams.get("accessToken") ?? "";
  expect(token).toMatch(/^ey/);
  // Going back finds no tokens either, and no log holds them.
  await later.page.goBack();
  expect(later.page.url()).not.toContain("accessToken");
  const logs = join(testStack.dataFolder, "logs");
  for (const file of readdirSync(logs)) expect(readFileSync(join(logs, file), "utf8")).not.toContain(token);
});

test("a crafted link with somebody else's tokens signs nobody in", async () => {
  const attacker = await openBrowser();
  await attacker.page.goto(`${testStack.appUrl}/login`);
  await attacker.page.getByText("Continue with Google").click();
  await attacker.page.waitForURL("**/dashboard");
  const crafted = attacker.addresses.find((address) => address.includes("accessToken="));

  const victim = await openBrowser();
  await victim.page.goto(crafted ?? "");
  await victim.page.waitForURL("**/login?error=oauth_failed");
  expect(await victim.page.evaluate(() => localStorage.getItem("token"))).toBeNull();
});

test("an address that has a password's account leads to the log-in page, filled in", async () => {
  const email = "owner@example.com";
  await openAccount(testStack.appUrl, email);
  provider.person = { ...person, sub: "google-other", email };
  const { page } = await openBrowser();
  await page.goto(`${testStack.appUrl}/login`);
  await page.getByText("Continue with Google").click();
  await page.waitForURL("**/login?message=user_exists_with_email**");
  await expect.poll(() => page.getByLabel("Email address").inputValue()).toBe(email);
});

test("refused consent leads to the log-in page", async () => {
  provider.consents = false;
  const { page } = await openBrowser();
  await page.goto(`${testStack.appUrl}/login`);
  await page.getByText("Continue with Google").click();
  await expect.poll(() => page.url(), { timeout: 10_000 }).toBe(`${testStack.appUrl}/login?error=oauth_failed`);
});
