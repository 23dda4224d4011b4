import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, type Account } from "../running/account.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { openDestination } from "../browser/destination.ts";
import { saved } from "../browser/saved.ts";
import { visitors } from "../browser/visitors.ts";
import { openSignedIn } from "../browser/signedIn.ts";
import type { StackPlace } from "../running/runningStack.ts";

let testStack: StackPlace;
let browser: Browser;
let close: BrowserStack["close"];
let destination: Awaited<ReturnType<typeof openDestination>>;

beforeAll(async () => {
  destination = await openDestination();
  ({ testStack, browser, close } = await shareBrowserStack());
});
afterAll(async () => {
  await close();
  destination.close();
});

async function openAs(account: Account, path: string): Promise<Page> {
  return (await openSignedIn({ browser, testStack }, account, path)).page;
}

async function click(code: string, userAgent: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
  const headers = { "user-agent": userAgent, ...more };
  await fetch(`${testStack.shortUrl}/${code}`, { redirect: "manual", headers });
}

const originalUrl = () => destination.url;

test("the dashboard moves while clicks come in", async () => {
  const account = await openAccount(testStack.appUrl, "live@example.com");
  const { code } = await account.createLink({ name: "Live", originalUrl: originalUrl() });
  const page = await openAs(account, "/dashboard");
  const tile = page.locator("dl > div", { hasText: "Total Clicks" });
  await tile.getByText("0", { exact: true }).waitFor();
  await page.getByText("Live", { exact: true }).first().waitFor();
  await click(code, visitors.chromeOnWindows);
  await tile.getByText("1", { exact: true }).waitFor();
  await click(code, visitors.firefoxOnLinux);
  await tile.getByText("2", { exact: true }).waitFor();
  await page.getByText("2 clicks").waitFor();
  await expect.poll(() => page.locator("dl > div", { hasText: "Avg. CTR" }).innerText()).toContain("100.0%");
});

test("switching off can be undone, and many links are changed at once", async () => {
  const account = await openAccount(testStack.appUrl, "bulk@example.com");
  await account.createGroup("Press");
  for (const name of ["One", "Two", "Three"]) await account.createLink({ name, originalUrl: originalUrl() });
  const page = await openAs(account, "/urls");
  const card = (name: string) => page.getByRole("article", { name, exact: true });

  await page.getByRole("button", { name: "Deactivate One" }).click();
  await card("One").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Undo" }).click();
  await card("One").waitFor();

  await page.getByLabel("Select One").check();
  const bar = page.getByRole("region", { name: "Selected URLs" });
  await bar.getByRole("button", { name: "Select all 3" }).click();
  await bar.getByLabel("Move to group").selectOption({ label: "Press" });
  await page.getByText("3 URLs moved to the group!").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Show group Press" }).count()).toBe(3);
  await page.getByRole("button", { name: "Show group Press" }).first().click();
  await page.getByRole("dialog", { name: "Press" }).getByText("Total URLs").waitFor();
  await page.keyboard.press("Escape");

  await page.getByLabel("Select Two").check();
  await page.getByLabel("Select Three").check();
  await bar.getByRole("button", { name: "Deactivate" }).click();
  await page.getByText("2 URLs deactivated successfully!").waitFor();
  await expect.poll(() => page.getByRole("article").count()).toBe(1);
  await page.getByLabel("Show Inactive URLs").check();
  await card("Three").waitFor();
  await page.getByLabel("Select Three").check();
  await bar.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("1 URL permanently deleted!").waitFor();
  await expect.poll(() => page.getByRole("article").count()).toBe(1);
});

test("a link's history shows every change, and an edit is taken back", async () => {
  const account = await openAccount(testStack.appUrl, "history@example.com");
  const { id } = await account.createLink({ name: "Spring", originalUrl: originalUrl() });
  const page = await openAs(account, "/urls");
  await page.getByRole("button", { name: "Notifications" }).click();
  await page.getByText("Nothing yet").waitFor();
  await page.getByRole("button", { name: "Edit Spring" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Autumn");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByRole("article", { name: "Autumn" }).waitFor();

  await page.getByRole("button", { name: "History of Autumn" }).click();
  const changes = page.getByRole("dialog", { name: "History of Autumn" }).getByRole("listitem");
  await changes.filter({ hasText: "Renamed" }).getByText("by Ada Lovelace").waitFor();
  expect(await changes.allInnerTexts()).toEqual([
    expect.stringMatching(/^Renamed[^]*Spring[^]*Autumn/),
    expect.stringMatching(/^Created[^]*Spring/),
  ]);
  expect(new URL(page.url()).searchParams.get("history")).toBe(id);
  await page.getByRole("button", { name: /^Revert: Renamed/ }).click();
  const reverted = page.getByRole("dialog", { name: "History of Spring" });
  await expect.poll(() => reverted.getByRole("listitem").count()).toBe(3);
  await page.keyboard.press("Escape");
  await page.getByRole("article", { name: "Spring" }).waitFor();

  await page.getByRole("button", { name: "Notifications" }).click();
  const toasts = page.getByRole("list", { name: "Notifications, newest first" }).getByRole("listitem");
  await expect.poll(() => toasts.count()).toBe(2);
  expect(await toasts.first().innerText()).toContain("URL updated successfully!");
});

test("analytics are narrowed by a click on a chart, stand in the address, and can be saved", async () => {
  const account = await openAccount(testStack.appUrl, "charts@example.com");
  const { code, id } = await account.createLink({ name: "Charts", originalUrl: originalUrl() });
  for (const visitor of [
    visitors.chromeOnWindows,
    visitors.chromeOnWindows,
    visitors.firefoxOnLinux,
    visitors.googlebot,
  ])
    await click(code, visitor);
  // Wait until all clicks are counted: the following steps test filters, not live updates.
  await expect.poll(() => account.clicks()).toBe(4);
  const page = await openAs(account, `/urls?analytics=${id}`);
  const dialog = page.getByRole("dialog", { name: /Click Analytics/ });
  await dialog.getByText("Showing 1-4 of 4 clicks").waitFor();
  const total = dialog.locator("dl > div", { hasText: "Total Clicks" });
  await total.getByText("3", { exact: true }).waitFor();
  await dialog.getByLabel("Count bots").check();
  await total.getByText("4", { exact: true }).waitFor();

  const browsers = dialog.getByRole("region", { name: "Top Browsers" });
  const bar = browsers.locator(".bars .point path").nth(1);
  await bar.scrollIntoViewIfNeeded();
  // Plotly receives pointer events on a separate layer above the bars.
  const box = await bar.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 8, (box?.y ?? 0) + 8, { steps: 4 });
  await page.mouse.click((box?.x ?? 0) + 8, (box?.y ?? 0) + 8);
  await dialog.getByRole("button", { name: "Remove filter Browser: Firefox" }).waitFor();
  await total.getByText("1", { exact: true }).waitFor();
  await dialog.getByText("Showing 1-1 of 1 clicks").waitFor();
  expect(new URL(page.url()).searchParams.get("browser")).toBe("Firefox");
  await dialog.getByLabel("Period", { exact: true }).selectOption("7d");
  await page.reload();
  await dialog.getByRole("button", { name: "Remove filter Browser: Firefox" }).click();
  await total.getByText("4", { exact: true }).waitFor();
  expect(await dialog.getByLabel("Period", { exact: true }).inputValue()).toBe("7d");

  // The same filter can be set by keyboard, from the table.
  await browsers.getByRole("button", { name: "Show as table" }).click();
  await browsers.getByRole("button", { name: "Show only Chrome" }).press("Enter");
  await dialog.getByText("Showing 1-2 of 2 clicks").waitFor();

  const table = await saved(page, () => browsers.getByRole("button", { name: "Save as CSV" }).click());
  expect(table.text).toContain("Browser,Clicks\r\nChrome,2");
  const history = await saved(page, () => dialog.getByRole("button", { name: "Save as CSV", exact: true }).click());
  expect(history.text.trim().split("\r\n")).toHaveLength(3);
  const days = dialog.getByRole("region", { name: "Clicks by Date" });
  await days.locator(".js-plotly-plot .scatterlayer").waitFor();
  const picture = await saved(page, () => days.getByRole("button", { name: "Save as PNG" }).click());
  expect(picture.name).toMatch(/clicks-by-date\.png$/);
  expect(picture.text.slice(1, 4)).toBe("PNG");
});

test("a link's referrers are shown by source, which leads to its hosts", async () => {
  const account = await openAccount(testStack.appUrl, "sources@example.com");
  const { code, id } = await account.createLink({ name: "Sources", originalUrl: originalUrl() });
  for (const host of ["m.facebook.com", "l.facebook.com", "news.example"])
    await click(code, visitors.chromeOnWindows, { referer: `https://${host}/` });
  await expect.poll(() => account.clicks()).toBe(3);
  const page = await openAs(account, `/urls?analytics=${id}`);
  const dialog = page.getByRole("dialog", { name: /Click Analytics/ });
  const sources = dialog.getByRole("region", { name: "Top Sources" });
  await sources.getByRole("img", { name: "Top Sources: Facebook 2, news.example 1" }).waitFor();
  await sources.getByRole("button", { name: "Show as table" }).click();
  await sources.getByRole("button", { name: "Show only Facebook" }).click();
  await dialog.getByRole("button", { name: "Remove filter Source: Facebook" }).waitFor();
  await dialog.getByText("Showing 1-2 of 2 clicks").waitFor();
  const referrers = dialog.getByRole("region", { name: "Top Referrers" });
  await referrers.getByRole("img", { name: "Top Referrers: l.facebook.com 1, m.facebook.com 1" }).waitFor();
  expect(new URL(page.url()).searchParams.get("source")).toBe("Facebook");
});

test("groups are made, renamed and deleted, and everything is found by the command palette", async () => {
  const account = await openAccount(testStack.appUrl, "groups@example.com");
  await account.createLink({ name: "Needle", originalUrl: originalUrl() });
  const page = await openAs(account, "/dashboard");
  await page.getByRole("heading", { name: /Welcome back/ }).waitFor();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByPlaceholder("Search URLs, or type a command").fill("create new group");
  await page.keyboard.press("Enter");
  const form = page.getByRole("form", { name: "Create New Group" });
  await form.getByRole("button", { name: "Create Group" }).click();
  await form.getByText("Group name is required").waitFor();
  await form.getByLabel("Group Name").fill("Press");
  await form.getByRole("button", { name: "Create Group" }).click();
  await page.getByText("Group created successfully!").waitFor();
  await page.getByRole("button", { name: "Edit Press" }).click();
  await page.getByRole("form", { name: "Edit Group" }).getByLabel("Group Name").fill("Journalists");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Group updated successfully!").waitFor();
  await page.getByLabel("Search groups").fill("zebra");
  await page.getByText("No groups match your search").waitFor();
  await page.getByRole("button", { name: "Clear search" }).click();
  await page.getByRole("button", { name: "Delete Journalists" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Group deleted successfully!").waitFor();
  await page.getByText("No groups created yet").waitFor();

  await page.keyboard.press("Control+k");
  await palette.getByPlaceholder("Search URLs, or type a command").fill("needle");
  await palette.getByText("Needle").waitFor();
  await page.keyboard.press("Enter");
  await page
    .getByRole("dialog", { name: /Click Analytics/ })
    .getByText("No click logs found")
    .waitFor();
  expect(new URL(page.url()).pathname).toBe("/urls");
});

test("a profile is changed, its data taken along, its password replaced, and the account erased", async () => {
  const account = await openAccount(testStack.appUrl, "profile@example.com");
  await openAccount(testStack.appUrl, "occupied@example.com");
  const page = await openAs(account, "/profile");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await page.getByLabel("Full Name").fill("Ada King");
  await page.getByLabel("Email address").fill("occupied@example.com");
  await page.getByLabel(/^Current password/).fill("wrong password");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Current password is incorrect").first().waitFor();
  await page.getByLabel(/^Current password/).fill(account.password);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect.poll(() => page.getByLabel("Email address").getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("Email address").fill("ada.king@example.com");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Profile updated successfully!").waitFor();
  await page.getByText("Confirm your new email address").waitFor();
  await page.getByRole("banner").getByText("Ada King").waitFor();

  const archive = await saved(page, () => page.getByRole("button", { name: "Export Data" }).click());
  expect(archive.text.slice(0, 2)).toBe("PK");

  await page.getByRole("button", { name: "Change Password" }).click();
  const form = page.getByRole("form", { name: "Change Password" });
  const fill = async (current: string, next: string, again: string) => {
    await form.getByLabel("Current password", { exact: true }).fill(current);
    await form.getByLabel("New password", { exact: true }).fill(next);
    await form.getByLabel("Confirm new password", { exact: true }).fill(again);
    await form.getByRole("button", { name: "Change Password" }).click();
  };
  await fill("wrong password", "changed again", "change");
  await form.getByText("New passwords do not match").waitFor();
  await fill("wrong password", "changed again", "changed again");
  await form.getByText("Current password is incorrect").waitFor();
  await fill(account.password, "changed again", "changed again");
  await page.getByText("Password changed successfully!").waitFor();

  await page.getByRole("button", { name: "Log Out Everywhere" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End all sessions" }).click();
  await page.waitForURL(`${testStack.appUrl}/`);
  await page.goto(`${testStack.appUrl}/login`);
  await page.getByLabel("Email address").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill("changed again");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/dashboard");
  await page.goto(`${testStack.appUrl}/profile`);

  await page.getByRole("button", { name: "Delete Account" }).click();
  const farewell = page.getByRole("form", { name: "Delete Account" });
  await farewell.getByLabel("Your password", { exact: true }).fill("changed again");
  await farewell.getByRole("button", { name: "Delete everything" }).click();
  await page.waitForURL(`${testStack.appUrl}/`);
  await page.getByRole("link", { name: "Sign In" }).waitFor();
});
