import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, signedInScript, type Account } from "../running/account.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { openDestination } from "../browser/destination.ts";
import { inspect, openContext } from "../browser/appearance.ts";
import { openShortener } from "../browser/shortener.ts";
import { visitors } from "../browser/visitors.ts";
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
  const { context, page } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  await page.goto(testStack.appUrl + path);
  return page;
}

async function click(code: string, userAgent: string): Promise<void> {
  await fetch(`${testStack.shortUrl}/${code}`, { redirect: "manual", headers: { "user-agent": userAgent } });
}

/** What the browser saves when `act` is done, as text. */
async function saved(page: Page, act: () => Promise<void>): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent("download");
  await act();
  const file = await download;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "latin1") };
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

test("links are imported: what will be made and lost is seen before, and what became of every row after; and exported", async () => {
  const account = await openAccount(testStack.appUrl, "csv@example.com");
  const other = await openAccount(testStack.appUrl, "taken@example.com");
  const taken = await other.createLink({ name: "Taken", originalUrl: originalUrl() });
  const page = await openAs(account, "/urls");
  await page.getByRole("button", { name: "Import" }).click();
  const rows = [
    "Title,Slashtag,Destination,Tags,Is Protected",
    `Spring,spring-imported,${originalUrl()},Press,false`,
    `Clash,${taken.code},${originalUrl()},,true`,
    "Bad,bad-imported,nonsense,,false",
  ];
  const dialog = page.getByRole("dialog", { name: "Import URLs" });
  await dialog.getByRole("combobox", { name: "From" }).click();
  await page.getByRole("option", { name: "Rebrandly" }).click();
  await inspect(page, "import-file");
  const buffer = Buffer.from(rows.join("\n"));
  await page.getByLabel("File with URLs").setInputFiles({ name: "links.csv", mimeType: "text/csv", buffer });
  await dialog.getByText("2 URLs will be created, 1 can't be imported").waitFor();
  const losses = dialog.getByRole("list", { name: "What is lost" });
  await losses.getByText("Password lost, and switched off: 1 URL").waitFor();
  await losses.getByText("Another short URL: 1 URL").waitFor();
  await dialog.getByRole("row", { name: /Bad/ }).getByText("valid URL").waitFor();
  await inspect(page, "import-dry-run");
  await dialog.getByRole("button", { name: "Import 2 URLs" }).click();
  await dialog.getByText("2 URLs created, 1 can't be imported").waitFor();
  await dialog
    .getByRole("row", { name: /Spring/ })
    .getByText("Created", { exact: true })
    .waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("article", { name: "Spring" }).getByText("Press").waitFor();

  const file = await saved(page, () => page.getByRole("button", { name: "Export" }).click());
  expect(file.name).toBe("urls.csv");
  expect(file.text).toContain("Name,Original URL,Short URL,Group");
  expect(file.text).toContain(`Spring,${originalUrl()}`);
  expect(file.text.trim().split("\r\n")).toHaveLength(2);
});

test("links of another shortener are imported by its key: a wrong one is refused, and imported again nothing is made", async () => {
  const account = await openAccount(testStack.appUrl, "key@example.com");
  const shortener = await openShortener("key-of-ada", 25);
  const page = await openAs(account, "/urls");
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog", { name: "Import URLs" });
  const read = async (key: string, source = "Kutt"): Promise<void> => {
    await dialog.getByRole("combobox", { name: "From" }).click();
    await page.getByRole("option", { name: source }).click();
    await dialog.getByLabel("Address").fill(shortener.url);
    await dialog.getByLabel("API key").fill(key);
    await dialog.getByRole("button", { name: "Read URLs" }).click();
  };
  await read("key-of-eve");
  await dialog.getByText("It refuses the key").waitFor();
  await dialog.getByRole("button", { name: "Import another file" }).click();
  await read("key-of-ada");
  await dialog.getByText("25 URLs will be created").waitFor();
  await dialog
    .getByRole("list", { name: "What is lost" })
    .getByText("Password lost, and switched off: 1 URL")
    .waitFor();
  await inspect(page, "import-by-key");
  await dialog.getByRole("button", { name: "Import 25 URLs" }).click();
  await dialog.getByText("25 URLs created").waitFor();
  await dialog.getByRole("button", { name: "Import another file" }).click();
  await read("key-of-ada");
  await dialog.getByText("25 imported before").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  // Without its password the first one is switched off.
  await expect.poll(() => page.getByRole("article").count()).toBe(24);
  // Clicks that a link had elsewhere are shown with its own, and counted apart.
  await page.getByRole("button", { name: "Import" }).click();
  await dialog.getByRole("button", { name: "Cancel import" }).click();
  await read("key-of-ada", "Shlink");
  await dialog.getByText("Clicks that they had come along afterwards, counted apart: 1 URL").waitFor();
  await dialog.getByRole("button", { name: "Import 1 URL" }).click();
  await dialog.getByText("40 imported clicks").waitFor();
  await inspect(page, "imported-with-clicks");
  await dialog.getByRole("button", { name: "Done" }).click();
  await page
    .getByRole("article")
    .filter({ hasText: "Shlink 1" })
    .getByRole("button", { name: /View analytics/ })
    .click();
  const analytics = page.getByRole("dialog", { name: /Click Analytics/ });
  const imported = analytics.getByRole("region", { name: "Imported clicks", exact: true });
  await imported.getByText(/^40 clicks, counted by Shlink before this URL was imported, .* \(4 of bots\)/).waitFor();
  await imported.getByText("news.example").waitFor();
  await imported.getByRole("img", { name: /Imported Clicks by Month/ }).waitFor();
  await imported.scrollIntoViewIfNeeded();
  await inspect(page, "imported-clicks");
  shortener.close();
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
  // What follows narrows them, and isn't about how they come in.
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
  // Plotly hears the pointer on a layer of its own above the bars.
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

  // The same by keyboard, from the table.
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
