import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import type { StackPlace } from "../running/runningStack.ts";
import { openAccount } from "../running/account.ts";

let testStack: StackPlace;
let browser: Browser;
let close: BrowserStack["close"];
beforeAll(async () => {
  ({ testStack, browser, close } = await shareBrowserStack());
});
afterAll(() => close());

test("a forgotten password is set anew with the link in the mailbox", async () => {
  const owner = await openAccount(testStack.appUrl, "forgetful@example.com");
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${testStack.appUrl}/login`);
  await page.getByText("Forgot your password").click();
  // The log-in page, which is shown until the next page has loaded, also has a field named Email address.
  const form = page.getByRole("form", { name: "Forgot your password?" });
  await form.getByLabel("Email address").fill(owner.email);
  await form.getByRole("button", { name: "Send Reset Link" }).click();
  await page.getByText("Check Your Email").waitFor();

  const mail = page.getByRole("article").filter({ hasText: owner.email });
  await expect
    .poll(async () => {
      await page.goto(`${testStack.appUrl}/dev/mailbox`);
      return mail.getByRole("heading", { name: "Reset your hoplog password" }).count();
    })
    .toBe(1);
  await mail.getByRole("link", { name: "Set a new password" }).click();
  const set = async (password: string) => {
    await page.getByLabel("New password", { exact: true }).fill(password);
    await page.getByLabel("Confirm password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Reset Password" }).click();
  };
  await set("changed");
  await page.getByText("Password is too common. Choose another one").first().waitFor();
  await set("changed by mail");
  await page.waitForURL("**/login");
  await page.getByLabel("Email address").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill("changed by mail");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect.poll(() => page.url()).toBe(`${testStack.appUrl}/dashboard`);
});
