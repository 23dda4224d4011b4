import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, signedInScript, type Account } from "../running/account.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { openDestination } from "../browser/destination.ts";
import { inspect, openContext } from "../browser/appearance.ts";
import type { Screen } from "../browser/screens.ts";
import { visitors } from "../browser/visitors.ts";
import type { StackPlace } from "../running/runningStack.ts";

let testStack: StackPlace;
let browser: Browser;
let close: BrowserStack["close"];
let destination: Awaited<ReturnType<typeof openDestination>>;
let account: Account;
let linkId: string;
let groupId: string;
let documentation: string;

beforeAll(async () => {
  destination = await openDestination();
  ({ testStack, browser, close } = await shareBrowserStack());
  account = await openAccount(testStack.appUrl, "routes@example.com");
  groupId = await account.createGroup("Spring campaign");
  const link = await account.createLink({ name: "Landing page", originalUrl: destination.url, groupId });
  linkId = link.id;
  documentation = (await account.createLink({ name: "Documentation", originalUrl: `${destination.url}/docs` })).code;
  for (const userAgent of Object.values(visitors)) {
    await fetch(`${testStack.shortUrl}/${link.code}`, { redirect: "manual", headers: { "user-agent": userAgent } });
  }
});
afterAll(async () => {
  await close();
  destination.close();
});

const guestRoutes: readonly (readonly [Screen, path: string])[] = [
  ["guest-landing", "/"],
  ["guest-privacy", "/privacy"],
  ["guest-terms", "/terms"],
  ["guest-login", "/login"],
  ["guest-login-failed", "/login?error=oauth_failed"],
  ["guest-register", "/register"],
  ["guest-forgot-password", "/forgot-password"],
  ["guest-reset-password", "/reset-password?token=some"],
];
const ownRoutes: readonly (readonly [Screen, path: string])[] = [
  ["own-dashboard", "/dashboard"],
  ["own-urls", "/urls"],
  ["own-groups", "/groups"],
  ["own-profile", "/profile"],
  ["own-webhooks", "/settings/webhooks"],
  ["own-outlets", "/settings/outlets"],
  ["own-sessions", "/settings/sessions"],
  ["own-second-factor", "/settings/second-factor"],
  ["own-live", "/live?filter=city:isNot:Atlantis&bots=1"],
  ["own-analytics", "/analytics?filter=city:isNot:Atlantis"],
  ["own-developers", "/developers"],
];
/** Pages that other journeys inspect. */
const withJourney = [
  "/settings/domains",
  "/settings/shares",
  "/settings/alarms",
  "/settings/exports",
  "/analytics/orphans?bots=1",
  "/analytics/ledger?range=7d",
  "/analytics/bots?people=1",
];

test("every page of a guest", async () => {
  const { page, problems } = await openContext(browser);
  for (const [screen, path] of guestRoutes) {
    await page.goto(testStack.appUrl + path);
    await page.locator("h1").waitFor();
    await inspect(page, screen);
  }
  expect(problems).toEqual([]);
});

test("every page of somebody signed in", async () => {
  const { context, page, problems } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  for (const [screen, path] of ownRoutes) {
    await page.goto(testStack.appUrl + path);
    await page.locator("h1").waitFor();
    await inspect(page, screen);
  }
  expect(problems).toEqual([]);
});

test("everything that opens above a page", async () => {
  const { context, page, problems } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  const open = async (path: string) => {
    await page.goto(testStack.appUrl + path);
    await page.locator("h1").waitFor();
  };

  await open(`/urls?analytics=${linkId}&range=7d&compare=1&browser=Firefox`);
  const analytics = page.getByRole("dialog", { name: /Click Analytics/ });
  await analytics.getByText("Showing 1-1 of 1 clicks").waitFor();
  await analytics.locator(".js-plotly-plot .bars").first().waitFor();
  await inspect(page, "own-link-analytics");

  await open(`/dashboard?group=${groupId}`);
  await page.getByRole("dialog", { name: "Spring campaign" }).getByText("Average Clicks").waitFor();
  await inspect(page, "own-group-details");

  await open(`/urls?history=${linkId}`);
  await page.getByRole("button", { name: /^The link as it was: Created/ }).click();
  await page.getByText("The same as now.").waitFor();
  await page.getByLabel("The link as it was at").fill("2020-01-01T10:00");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByText("The link was created after this time").waitFor();
  await inspect(page, "own-history");

  await open("/urls?new=1");
  await page.getByRole("dialog", { name: "Create New URL" }).waitFor();
  await inspect(page, "own-new-url");

  await open("/urls");
  await page.getByRole("button", { name: "QR code Landing page" }).click();
  await page.getByRole("img", { name: /QR code of/ }).waitFor();
  await inspect(page, "own-qr");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Import" }).click();
  const csv = Buffer.from("Name,Original URL\nA,https://example.com\nB,nonsense\n");
  await page.getByLabel("File with URLs").setInputFiles({ name: "links.csv", mimeType: "text/csv", buffer: csv });
  await page.getByText("1 URL will be created, 1 can't be imported").waitFor();
  await inspect(page, "own-import");
  // Cancels the import, because it would otherwise be shown to the next test that opens the dialog.
  await page.getByRole("button", { name: "Cancel import" }).click();
  await page.getByRole("button", { name: "Import another file" }).waitFor();
  await page.keyboard.press("Escape");

  await page.getByLabel("Select Landing page").check();
  await page.getByRole("region", { name: "Selected URLs" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Search URLs, or type a command").fill("landing");
  await page.getByRole("dialog", { name: "Command palette" }).getByText("Landing page").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.locator("[data-action][data-selected]").waitFor();
  await inspect(page, "own-palette");

  expect(problems).toEqual([]);
});

test("toasts, and what the bell opens", async () => {
  const { context, page, problems } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/urls`);
  await page.getByRole("button", { name: "Deactivate Landing page" }).click();
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await inspect(page, "own-toast");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("article", { name: "Landing page" }).waitFor();
  await page.getByRole("button", { name: "Copy" }).first().click();
  await page.getByRole("alert").first().waitFor();
  await inspect(page, "own-toast-plain");
  await page.getByRole("button", { name: "Notifications" }).click();
  await page.getByRole("list", { name: "Notifications, newest first" }).waitFor();
  await inspect(page, "own-notifications");
  expect(problems).toEqual([]);
});

test("the account's analytics are narrowed by a click and by typing, follow clicks, and stand in the address", async () => {
  const { context, page, problems } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/analytics`);
  const clicks = page.locator("dl > div", { hasText: "Clicks" }).first().locator("dd").first();
  await page.getByRole("button", { name: /^Show only Landing page/ }).waitFor();
  await expect.poll(() => clicks.textContent()).toBe("3");
  await page.getByRole("button", { name: "Browser", exact: true }).click();
  await page.getByRole("button", { name: /^Show only Firefox 1/ }).click();
  await expect.poll(() => clicks.textContent()).toBe("1");

  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByLabel("Field").selectOption("link");
  await page.getByLabel("Value").fill("No such link");
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByText("No link has this name or short code").waitFor();
  await page.getByLabel("Value").fill("Landing page");
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("button", { name: "Remove filter Link is Landing page" }).waitFor();
  await inspect(page, "own-analytics-filtered");

  const shared = page.url();
  await page.goto(`${testStack.appUrl}/dashboard`);
  await page.goto(shared);
  await expect.poll(() => clicks.textContent()).toBe("1");
  await page.getByRole("button", { name: "Remove filter Link is Landing page" }).click();
  await page.getByRole("button", { name: "Remove filter Browser is Firefox" }).click();
  await expect.poll(() => clicks.textContent()).toBe("3");
  const headers = { "user-agent": visitors.chromeOnWindows };
  await fetch(`${testStack.shortUrl}/${documentation}`, { redirect: "manual", headers });
  await page.getByRole("button", { name: /^Show only Documentation .* 1 25 %/ }).waitFor();
  await expect.poll(() => clicks.textContent()).toBe("4");
  expect(problems).toEqual([]);
});

test("live clicks come in as they are made, go on after a pause, and lead to their link", async () => {
  const { context, page, problems } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/live?filter=device:is:tablet`);
  const people = page.locator("dl > div", { hasText: "Last minute" }).locator("dd").first();
  await expect.poll(() => people.textContent()).toBe("0 people");
  await page.getByRole("button", { name: "Remove filter Device is Tablet" }).click();
  const rows = page.getByRole("list", { name: "Latest clicks" }).getByRole("listitem");
  await rows.first().waitFor();
  const before = await rows.count();
  const click = (headers = {}) =>
    fetch(`${testStack.shortUrl}/${documentation}`, {
      redirect: "manual",
      headers: { "user-agent": visitors.chromeOnWindows, ...headers },
    });
  await click();
  await expect.poll(() => rows.count()).toBe(before + 1);
  await page.getByRole("button", { name: "Pause" }).click();
  await click();
  await page.getByRole("button", { name: "Resume" }).click();
  await expect.poll(() => rows.count()).toBe(before + 2);
  // Private addresses have no location; these are in Düsseldorf (twice, one dot) and Mountain View.
  for (const address of ["91.0.0.1", "91.0.0.2", "8.8.8.8"]) await click({ "x-forwarded-for": address });
  await expect.poll(() => page.locator(".scattergeo path.point").count()).toBe(2);
  await inspect(page, "own-live-dots");
  await rows.first().getByRole("link", { name: "Documentation" }).click();
  await page.getByRole("dialog").getByText("Documentation").first().waitFor();
  expect(problems).toEqual([]);
});

test("guests are led to the log-in page, the signed-in away from it, and everybody from nowhere to the start", async () => {
  const guest = await openContext(browser);
  for (const path of [...ownRoutes.map(([, each]) => each), ...withJourney]) {
    await guest.page.goto(testStack.appUrl + path);
    await guest.page.waitForURL("**/login");
  }
  await guest.page.goto(`${testStack.appUrl}/reset-password`);
  await guest.page.waitForURL("**/forgot-password");
  await guest.page.goto(`${testStack.appUrl}/no/such/page`);
  await guest.page.waitForURL(`${testStack.appUrl}/`);

  const own = await openContext(browser);
  await own.context.addInitScript(signedInScript(account));
  for (const path of ["/login", "/register", "/forgot-password", "/reset-password?token=x"]) {
    await own.page.goto(testStack.appUrl + path);
    await own.page.waitForURL("**/dashboard");
  }
  expect([...guest.problems, ...own.problems]).toEqual([]);
});

test("the menu of a phone closes on Escape, on its overlay, on an entry and on a change of the route", async () => {
  const { context, page } = await openContext(browser, "phone");
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/dashboard`);
  const menu = page.getByRole("dialog", { name: "Menu" });
  const openMenu = async () => {
    await page.getByRole("button", { name: "Open menu" }).click();
    await menu.waitFor();
  };
  await openMenu();
  await inspect(page, "own-menu");
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await openMenu();
  await page.mouse.click(370, 500);
  await menu.waitFor({ state: "hidden" });
  await openMenu();
  await menu.getByRole("link", { name: /Groups/ }).click();
  await page.waitForURL("**/groups");
  await menu.waitFor({ state: "hidden" });
  await openMenu();
  await page.goBack();
  await page.waitForURL("**/dashboard");
  await expect.poll(() => menu.count()).toBe(0);
});

test("logging out leads to the start, and the session is gone", async () => {
  const { context, page } = await openContext(browser);
  const other = await openAccount(testStack.appUrl, "grace@example.com", "Grace Hopper");
  await context.addInitScript(signedInScript(other));
  await page.goto(`${testStack.appUrl}/dashboard`);
  await page.getByRole("heading", { name: "Welcome back, Grace!" }).waitFor();
  await page.getByText("Create your first URL").waitFor();
  await page.getByText("Create your first group").waitFor();
  await inspect(page, "own-dashboard-empty");
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${testStack.appUrl}/`);
  await page.getByRole("link", { name: "Sign In" }).waitFor();
  expect(await page.evaluate("localStorage.getItem('token')")).toBeNull();
});
