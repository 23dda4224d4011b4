import { createHmac } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { readQr } from "../browser/readQr.ts";
import { type Account, openAccount } from "../running/account.ts";
import type { StackPlace } from "../running/runningStack.ts";

let testStack: StackPlace;
let browser: Browser;
let close: BrowserStack["close"];
beforeAll(async () => {
  ({ testStack, browser, close } = await shareBrowserStack());
});
afterAll(() => close());

/** Returns the code that an authenticator app shows (RFC 6238, RFC 4226), `steps` steps from the current one. */
function codeOf(uri: string, steps = 0): string {
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  const bits = Array.from(secret, (letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, "0");
}

async function begin(page: Page, { email, password }: Account): Promise<void> {
  await page.goto(`${testStack.appUrl}/login`);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("form", { name: "Second factor" }).waitFor();
}

async function give(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(code);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("an authenticator app guards an account, and is removed only if nobody stops it", async () => {
  const owner = await openAccount(testStack.appUrl, "guarded@example.com");
  const context = await browser.newContext({ deviceScaleFactor: 4 });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${testStack.appUrl}/login`);
  await page.getByLabel("Email address").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/dashboard");

  await page.goto(`${testStack.appUrl}/profile`);
  await page.getByRole("link", { name: "Second Factor" }).click();
  await page.getByLabel("Your password").fill(owner.password);
  await page.getByRole("button", { name: "Set up" }).click();
  const picture = await page.getByRole("img", { name: "QR code of the secret" }).screenshot();
  const uri = (await readQr(await context.newPage(), picture, "image/png")) ?? "";
  expect(uri).toMatch(/^otpauth:\/\/totp\/hoplog:guarded%40example\.com\?secret=[A-Z2-7]{32}&issuer=hoplog$/);
  // Enters the previous step's code, because the sign-in below needs the current one. The previous code is accepted for
  // one step only, so the test waits until at least ten seconds of the current step are left.
  await expect.poll(() => Date.now() % 30_000, { timeout: 20_000 }).toBeLessThan(20_000);
  await page.getByLabel("Code that the app shows").fill(codeOf(uri, -1));
  await page.getByRole("button", { name: "Turn on" }).click();
  const recoveryCodes = (await page.getByLabel("Recovery codes").innerText()).split("\n");
  expect(recoveryCodes).toHaveLength(10);
  await page.getByRole("button", { name: "I have saved them" }).click();
  await page.getByText("Recovery codes left: 10").waitFor();

  const stranger = await browser.newContext();
  onTestFinished(() => stranger.close());
  const other = await stranger.newPage();
  await begin(other, owner);
  await give(other, "Code", "000000");
  await other.getByText("This code is incorrect, has expired, or was used before").waitFor();
  await give(other, "Code", codeOf(uri));
  await other.waitForURL("**/dashboard");
  await other.getByRole("button", { name: "Logout" }).first().click();
  await other.waitForURL((url) => url.pathname === "/");

  await begin(other, owner);
  await other.getByRole("button", { name: /^Lost both/ }).click();
  await other.getByText(/will remove the second factor when you sign in after/).waitFor();
  await page.goto(`${testStack.appUrl}/urls`);
  await page.getByText("Your second factor is about to be removed").waitFor();
  await page.getByRole("link", { name: "Review or stop it" }).click();
  await page.getByRole("button", { name: "Keep it" }).click();
  await page.getByText("The second factor stays on.").waitFor();
  await page.getByText("about to be removed").waitFor({ state: "detached" });
  await page.goBack();
  await page.getByRole("heading", { name: "URLs", exact: true }).waitFor();
  expect(await page.getByText("about to be removed").count()).toBe(0);
  await page.goForward();

  // The sign-in that requested the removal has ended with it.
  await give(other, "Code", codeOf(uri));
  await other.getByText("This sign-in has expired. Sign in again.").waitFor();
  await begin(other, owner);
  await other.getByRole("button", { name: "Use a recovery code" }).click();
  await give(other, "Recovery code", recoveryCodes[0] ?? "");
  await other.waitForURL("**/dashboard");
  await page.reload();
  await page.getByText("Recovery codes left: 9").waitFor();
  await page.getByRole("button", { name: "Turn off" }).click();
  const dialog = page.getByRole("dialog", { name: "Turn off the second factor" });
  await dialog.getByLabel("Your password").fill(owner.password);
  await dialog.getByLabel("Code", { exact: true }).fill(recoveryCodes[1] ?? "");
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await page.getByText("Second factor turned off.").waitFor();
});
