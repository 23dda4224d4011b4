import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inspect, openContext } from "../browser/appearance.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { plainHost } from "../browser/chromium.ts";
import { type Account, openAccount } from "../running/account.ts";
import type { StackPlace } from "../running/runningStack.ts";

let testStack: StackPlace;
let browser: Browser;
let close: BrowserStack["close"];
beforeAll(async () => {
  ({ testStack, browser, close } = await shareBrowserStack());
});
afterAll(() => close());

const away = (page: Page) => page.getByRole("status").filter({ hasText: "Can't reach the server. Retrying…" });
const dashboard = (page: Page) => page.getByRole("heading", { level: 1, name: /^Welcome back/ });
const calls = "**/graphql";

async function fillIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Signs in on the page itself, so that the browser gets the session's cookie. */
async function signIn(page: Page, account: Account, appUrl = testStack.appUrl): Promise<void> {
  await page.goto(`${appUrl}/login`);
  await fillIn(page, account);
  await page.waitForURL("**/dashboard");
}

/** Replaces the access token as if 15 minutes had passed: the next call needs a renewal. */
const spendToken = (page: Page) => page.evaluate("localStorage.setItem('token', 'spent')");
const refreshToken = (page: Page) => page.evaluate<string | null>("localStorage.getItem('refreshToken')");

test("what was typed is kept and sent once the server is back, and nobody is signed out", async () => {
  const account = await openAccount(testStack.appUrl, "kept-session@example.com");
  const { page } = await openContext(browser);
  await signIn(page, account);
  await page.goto(`${testStack.appUrl}/groups`);
  await page.getByRole("button", { name: "Create New Group" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").first().fill("Made in a tunnel");
  await spendToken(page);
  const before = await refreshToken(page);
  // The first response reports an expired token; only the renewal is aborted.
  await page.route(calls, (route) =>
    route.request().postData()?.includes("refreshTokens") ? route.abort("internetdisconnected") : route.continue(),
  );
  await dialog.getByRole("textbox").first().press("Enter");
  await away(page).waitFor();
  expect(await dialog.getByRole("textbox").first().inputValue()).toBe("Made in a tunnel");
  expect(await refreshToken(page)).toBe(before);
  await page.unroute(calls);
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Made in a tunnel", { exact: true }).first().waitFor();
  expect(await away(page).count()).toBe(0);
  expect(await refreshToken(page)).not.toBe(before);
});

test("a page that is loaded while the server is away waits for it", async () => {
  const account = await openAccount(testStack.appUrl, "waiting-session@example.com");
  const { page } = await openContext(browser);
  await signIn(page, account);
  const before = await refreshToken(page);
  await page.route(calls, (route) => route.fulfill({ status: 502, body: "<h1>Bad Gateway</h1>" }));
  await page.reload();
  await away(page).waitFor();
  await inspect(page, "server-away");
  await page.getByRole("button", { name: "Retry" }).click();
  await away(page).waitFor();
  expect([new URL(page.url()).pathname, await refreshToken(page)]).toEqual(["/dashboard", before]);
  await page.unroute(calls);
  await page.getByRole("button", { name: "Retry" }).click();
  await dashboard(page).waitFor();
  await away(page).waitFor({ state: "hidden" });
});

/** Opens `count` tabs of one browser, all of which show the dashboard. */
async function openTabs(context: BrowserContext, count: number, appUrl: string): Promise<Page[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const page = await context.newPage();
      await page.goto(`${appUrl}/dashboard`);
      await dashboard(page).waitFor();
      return page;
    }),
  );
}

test.each([
  ["three tabs", "with Web Locks", 3, "localhost"],
  ["ten tabs", "on plain http, without Web Locks", 10, plainHost],
])("%s renew one session at once, offline in between, %s", async (_tabs, _how, count, host) => {
  const account = await openAccount(testStack.appUrl, `tabs-${count}@example.com`);
  const { page, context } = await openContext(browser);
  const appUrl = `http://${host}:${testStack.appPort}`;
  await signIn(page, account, appUrl);
  expect(await page.evaluate("Boolean(navigator.locks)")).toBe(host === "localhost");
  const tabs = await openTabs(context, count, appUrl);
  await spendToken(page);
  await Promise.all(tabs.map((tab) => tab.reload({ waitUntil: "commit" })));
  await context.setOffline(true);
  await context.setOffline(false);
  for (const tab of tabs) {
    await dashboard(tab).waitFor();
    expect(new URL(tab.url()).pathname).toBe("/dashboard");
  }
  expect(await page.evaluate("localStorage.getItem('token')")).not.toBe("spent");
});

test("who is led to the page for signing in comes back to where they were going", async () => {
  const account = await openAccount(testStack.appUrl, "deep-link@example.com");
  const { page } = await openContext(browser);
  await page.goto(`${testStack.appUrl}/settings/keys?from=mail#new`);
  await page.waitForURL("**/login");
  await fillIn(page, account);
  await page.waitForURL(`${testStack.appUrl}/settings/keys?from=mail#new`);
  await expect.poll(() => page.evaluate("sessionStorage.getItem('afterSignIn')")).toBeNull();
  await page.getByRole("button", { name: "Logout" }).first().click();
  await page.waitForURL(`${testStack.appUrl}/`);
  await signIn(page, account);
});

test("a browser that blocks storage says so, and what to do", async () => {
  const account = await openAccount(testStack.appUrl, "blocked-storage@example.com");
  const { page, context } = await openContext(browser);
  await context.addInitScript(`for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(window, name, { get() { throw new DOMException("Access is denied", "SecurityError"); } });`);
  await page.goto(`${testStack.appUrl}/login`);
  const note = page.getByRole("alert").filter({ hasText: "Your browser blocks storage for this site" });
  await note.waitFor();
  await inspect(page, "login-blocked-storage");
  await fillIn(page, account);
  await expect.poll(() => page.getByRole("button", { name: "Sign in", exact: true }).isEnabled()).toBe(true);
  expect(await page.getByText("Login successful!").count()).toBe(0);
  expect([await note.count(), new URL(page.url()).pathname]).toEqual([1, "/login"]);
});
