import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { inspect, openContext } from "../browser/appearance.ts";
import { type BrowserStack, openBrowserStack } from "../browser/browserStack.ts";
import { openDestination } from "../browser/destination.ts";
import { databasesOf } from "../operations/databases.ts";
import { type Account, openAccount, signedInScript } from "../running/account.ts";
import type { TestStack } from "../running/runningStack.ts";

let testStack: TestStack;
let browser: Browser;
let close: BrowserStack["close"];

beforeAll(async () => {
  ({ testStack, browser, close } = await openBrowserStack({
    RATE_LIMITS: "off",
    DESTINATION_CHECKS: "on",
    DESTINATION_NETWORKS: "127.0.0.1/32",
  }));
});
afterAll(() => close());

async function openAs(account: Account, path: string): Promise<Page> {
  const { context, page } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  await page.goto(testStack.appUrl + path);
  return page;
}

test("hundreds of links are seen in a table or as cards, drawn only in sight, and reached by keyboard", async () => {
  const account = await openAccount(testStack.appUrl, "table@example.com");
  const urls = Array.from({ length: 260 }, (_, n) => ({
    name: `Link ${String(n).padStart(3, "0")}`,
    originalUrl: `https://example.com/?${n}`,
  }));
  await account.call("POST", "/api/urls/batch", { urls });
  const page = await openAs(account, "/urls");
  await expect.poll(() => page.getByRole("article").count()).toBe(48);
  await page.getByRole("button", { name: "Table", exact: true }).click();
  const table = page.getByRole("region", { name: "Table of short URLs" });
  const row = (name: string) => table.getByRole("row", { name, exact: true });
  const focused = () => page.evaluate("document.activeElement?.getAttribute('aria-label')");
  await expect.poll(() => table.locator("tr[data-link]").count()).toBe(100);

  // By heads of columns, on the server: the first page is of all links.
  await table.getByRole("button", { name: "Name" }).click();
  await row("Link 000").waitFor();
  expect(new URL(page.url()).searchParams.get("sort")).toBe("name-asc");
  await page.getByRole("button", { name: "Columns" }).click();
  const columns = page.getByRole("dialog", { name: "Columns" });
  await columns.getByLabel("Destination", { exact: true }).uncheck();
  await columns.getByLabel("Expires", { exact: true }).check();
  await columns.getByRole("button", { name: "Move forward State" }).click();
  await columns.getByRole("button", { name: "Done" }).click();
  await page.reload();
  await row("Link 000").waitFor();
  const heads = await table.getByRole("columnheader").allInnerTexts();
  expect(heads.map((head) => head.trim())).toEqual([
    "",
    "Name",
    "Short URL",
    "Group",
    "State",
    "Tags",
    "Clicks",
    "Created",
    "Expires",
    "Actions",
  ]);

  // Down to the last one: pages are loaded as they come into sight, and rows out of sight are not drawn.
  const more = page.getByRole("button", { name: "Load more" });
  await more.click();
  await expect
    .poll(async () => {
      await page.evaluate("document.querySelector('[aria-label=\"Table of short URLs\"]').scrollTo(0, 1e6)");
      return row("Link 259").count();
    })
    .toBe(1);
  expect(await table.locator("tr[data-link]").count()).toBeLessThan(80);
  expect(await row("Link 259").getAttribute("aria-rowindex")).toBe("261");
  // At the top: further down the head covers a part of a row, which counts as a target that is too small.
  await page.evaluate("document.querySelector('[aria-label=\"Table of short URLs\"]').scrollTo(0, 0)");
  await row("Link 000").waitFor();
  await inspect(page, "urls-table");
  await page.evaluate("document.querySelector('[aria-label=\"Table of short URLs\"]').scrollTo(0, 1e6)");
  await row("Link 259").waitFor();

  // The first row is out of sight, and comes back when the keyboard goes there.
  await page.keyboard.press("j");
  await expect.poll(focused).toBe("Link 000");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect.poll(focused).toBe("Link 001");
  await page.keyboard.press("x");
  for (const _ of [1, 2, 3]) await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  const bar = page.getByRole("region", { name: "Selected URLs" });
  await bar.getByText("4 selected").waitFor();
  await page.keyboard.press("Escape");
  await bar.waitFor({ state: "hidden" });
  await page.keyboard.press("c");
  await page.getByText("Copied to clipboard!").waitFor();
  await page.keyboard.press("a");
  await row("Link 004").waitFor({ state: "hidden" });
  // What took its place is next.
  await page.keyboard.press("j");
  await expect.poll(focused).toBe("Link 005");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: /Click Analytics/ }).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await expect.poll(focused).toBe("Link 005");
  await page.keyboard.press("e");
  const form = page.getByRole("form", { name: "Edit URL" });
  expect(await form.getByLabel("URL Name").inputValue()).toBe("Link 005");
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "hidden" });

  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.getByText("Select or unselect it").waitFor();
  await help.getByLabel("Single-key shortcuts").uncheck();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "hidden" });
  await page.reload();
  await row("Link 000").focus();
  await page.keyboard.press("j");
  await page.keyboard.press("/");
  expect(await focused()).toBe("Link 000");
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await help.getByLabel("Single-key shortcuts").check();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "hidden" });
  await page.keyboard.press("/");
  await expect.poll(focused).toBe("Search URLs");
  // Letters are letters in a field.
  await page.keyboard.type("Link 25");
  await expect.poll(() => table.locator("tr[data-link]").count()).toBe(10);
  await page.getByLabel("Search URLs").fill("");

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Cards" }).click();
  const virtual = page.locator("ul[data-virtual]");
  await expect
    .poll(async () => {
      if ((await more.count()) > 0 && (await more.isEnabled())) await more.click();
      return virtual.count();
    })
    .toBe(1);
  expect(await page.getByRole("article").count()).toBeLessThan(60);
  await inspect(page, "urls-many-cards");
});

test("more links than are shown are changed by a job, which a reload outlives, and which is undone", async () => {
  const account = await openAccount(testStack.appUrl, "jobs@example.com");
  const urls = Array.from({ length: 130 }, (_, n) => ({ name: `Link ${n}`, originalUrl: "https://example.com/" }));
  await account.call("POST", "/api/urls/batch", { urls });
  const page = await openAs(account, "/urls");
  await page
    .getByLabel(/^Select Link/)
    .first()
    .check();
  const bar = page.getByRole("region", { name: "Selected URLs" });
  await bar.getByRole("button", { name: "Select all 48" }).click();
  await bar.getByRole("button", { name: "Select all 130 that match" }).click();
  await bar.getByText("130 selected").waitFor();
  await bar.getByRole("button", { name: "Deactivate" }).click();
  const job = page.getByRole("region", { name: "Job" });
  await job.getByText("130 of 130 URLs deactivated").waitFor();
  await page.getByText("No URLs created yet").waitFor();
  await page.reload();
  await job.getByText("130 of 130 URLs deactivated").waitFor();
  await inspect(page, "urls-job");

  // Somebody else switches one on: it stays as it is.
  const { data } = z
    .object({ data: z.array(z.object({ _id: z.string() })) })
    .parse(await account.call("GET", "/api/urls?limit=1"));
  await account.call("PATCH", `/api/urls/${data[0]?._id ?? ""}/toggle-status`);
  await job.getByRole("button", { name: "Undo" }).click();
  await job.getByText("129 of 130 URLs set back, 1 failed").waitFor();
  await page.getByText("130 active URLs").waitFor();
  expect(await job.getByRole("button", { name: "Undo" }).count()).toBe(0);
  await job.getByRole("button", { name: "Show failed" }).click();
  const failed = page.getByRole("dialog", { name: "1 URL failed" });
  await failed.getByText("Changed since: isActive").waitFor();
  await inspect(page, "urls-job-failed");
  await page.keyboard.press("Escape");
  await failed.waitFor({ state: "hidden" });
  await job.getByRole("button", { name: "Dismiss" }).click();
  await job.waitFor({ state: "hidden" });
});

const originalUrl = "https://example.com/";

test("links are tagged, narrowed to, archived and found again", async () => {
  const account = await openAccount(testStack.appUrl, "tags@example.com");
  await account.createLink({ name: "Poster", originalUrl });
  await account.createLink({ name: "Flyer", originalUrl });
  const { context, page, problems } = await openContext(browser, "phone");
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/urls`);
  const card = (name: string) => page.getByRole("article", { name });

  await page.getByRole("button", { name: "Edit Poster" }).click();
  const form = page.getByRole("dialog", { name: "Edit URL" });
  await form.getByRole("combobox", { name: "Tags" }).fill("Print");
  await page.keyboard.press("Enter");
  await form.getByRole("button", { name: /^Note and external ID/ }).click();
  await form.getByRole("textbox", { name: "Note" }).fill("Hangs at the station until May.");
  await form.getByRole("textbox", { name: "External ID" }).fill("crm-17");
  await inspect(page, "tags-form");
  await form.getByRole("button", { name: "Save Changes" }).click();
  await card("Poster").getByText("Hangs at the station until May.").waitFor();
  await card("Poster").getByRole("button", { name: "Favourite Poster" }).click();
  await inspect(page, "tags-list");

  await card("Poster").getByRole("button", { name: "Show URLs with the tag Print" }).click();
  await card("Flyer").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Filters (1)" }).click();
  const filters = page.getByRole("region", { name: "Filters" });
  await filters.getByRole("combobox", { name: "URLs have" }).selectOption("none of these tags");
  await card("Flyer").waitFor();
  await card("Poster").waitFor({ state: "detached" });
  await inspect(page, "tags-filters");
  await filters.getByRole("button", { name: "Manage tags" }).click();
  const tags = page.getByRole("dialog", { name: "Tags" });
  await tags.getByText("1 URL").waitFor();
  await tags.getByRole("combobox", { name: "Colour of Print" }).selectOption("Violet");
  await tags.getByRole("textbox", { name: "New tag" }).fill("Spring");
  await tags.getByRole("button", { name: "Add" }).click();
  await tags.getByRole("textbox", { name: "Name of Spring" }).waitFor();
  await inspect(page, "tags-manage");
  await page.keyboard.press("Escape");

  await filters.getByRole("button", { name: "Clear filters" }).click();
  await card("Poster").getByRole("button", { name: "Archive Poster" }).click();
  await card("Poster").waitFor({ state: "detached" });
  await filters.getByRole("combobox", { name: "Archive" }).selectOption("Archived only");
  await card("Poster").getByText("Archived", { exact: true }).waitFor();
  await page.reload();
  await card("Poster").getByRole("button", { name: "Take out of the archive Poster" }).click();
  await page.getByText("No URLs found").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("searchbox", { name: "Search URLs" }).fill("station");
  await card("Flyer").waitFor({ state: "detached" });
  await card("Poster").waitFor();
  await page.getByRole("button", { name: "History of Poster" }).click();
  await page.getByRole("dialog").getByText("crm-17").waitFor();
  await inspect(page, "tags-history");
  expect(problems).toEqual([]);
});

test("destinations are shown with their titles, icons and pictures, and those that are dead are found", async () => {
  const account = await openAccount(testStack.appUrl, "destinations@example.com");
  const { url, goneUrl, close: end } = await openDestination();
  onTestFinished(end);
  const urls = [
    { name: "Spring sale", originalUrl: url },
    { name: "Old campaign", originalUrl: goneUrl },
  ];
  await account.call("POST", "/api/urls/batch", { urls });
  const { postgres } = databasesOf(testStack);
  const found = (where: string) => async () =>
    (await postgres(`SELECT FROM destination WHERE url = ANY ($1) AND ${where}`, [[url, goneUrl]])).length;
  await expect.poll(found("checked_at IS NOT NULL"), { timeout: 20_000 }).toBe(2);
  // As if it had failed in the night.
  await postgres(
    "UPDATE destination SET failing_since = failing_since - interval '9 hours', due_at = now() WHERE url = $1",
    [goneUrl],
  );
  await expect.poll(found("dead_since IS NOT NULL"), { timeout: 20_000 }).toBe(1);

  const page = await openAs(account, "/urls");
  const card = (name: string) => page.getByRole("article", { name });
  await card("Spring sale").getByText("Destination", { exact: true }).waitFor();
  const loaded =
    "[...document.querySelectorAll('article[aria-label=\"Spring sale\"] img')].map((one) => one.naturalWidth)";
  await expect.poll(() => page.evaluate(loaded)).toEqual([1, 1]);
  await card("Old campaign")
    .getByText(/dead since .*there is no such page/)
    .waitFor();
  await inspect(page, "urls-destinations");
  await card("Spring sale").getByRole("button", { name: "Edit Spring sale" }).click();
  const form = page.getByRole("dialog");
  await form.getByText("Where links of tests lead").waitFor();
  await inspect(page, "urls-destination-preview");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Filters/ }).click();
  await page.getByLabel("Dead destinations only").click();
  await expect.poll(() => page.getByRole("article").count()).toBe(1);
  await page.getByRole("button", { name: "Table", exact: true }).click();
  await page.getByRole("img", { name: /^The destination has been dead since/ }).waitFor();
  await inspect(page, "urls-destinations-table");
  // Here, above one row: axe looks at what is behind a dialog too.
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("dialog", { name: "Columns" }).getByRole("button", { name: "Move forward State" }).waitFor();
  await inspect(page, "urls-columns");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Select or unselect it").waitFor();
  await inspect(page, "urls-shortcuts");
  await page.goto(`${testStack.appUrl}/profile`);
  await page.getByRole("link", { name: "1 dead" }).waitFor();
});

test("fields of many links are edited at once, each unchanged unless it is chosen, and set back", async () => {
  const account = await openAccount(testStack.appUrl, "several@example.com");
  const urls = Array.from({ length: 12 }, (_, n) => ({
    name: `Link ${n}`,
    originalUrl: `https://example.com/?n=${n}`,
    note: "Kept",
  }));
  await account.call("POST", "/api/urls/batch", { urls });
  await account.call("PUT", "/api/utm/rules", { lowerCase: true, allowed: { utm_medium: ["email"] } });
  const linkSchema = z.object({
    data: z.array(
      z.looseObject({
        name: z.string(),
        originalUrl: z.string(),
        note: z.string().nullable(),
        isFavourite: z.boolean(),
      }),
    ),
  });
  const linkNamed = async (name: string) => {
    const { data } = linkSchema.parse(await account.call("GET", "/api/urls?limit=20"));
    return data.find((link) => link.name === name);
  };
  const page = await openAs(account, "/urls");
  await page.getByLabel("Select Link 3", { exact: true }).check();
  const bar = page.getByRole("region", { name: "Selected URLs" });
  await bar.getByRole("button", { name: "Select all 12" }).click();
  // At the end of the list the bar covers no part of a card, which would count as a target that is too small.
  await page.evaluate("scrollTo(0, document.body.scrollHeight)");
  await bar.getByRole("button", { name: "Edit…" }).click();
  const form = page.getByRole("form", { name: "Edit 12 URLs" });
  const choose = (field: string) => form.getByRole("checkbox", { name: `Change ${field}`, exact: true }).check();
  const submit = form.getByRole("button", { name: "Change 12 URLs" });
  await inspect(page, "urls-edit-several");
  await submit.click();
  await form.getByText("Choose what to change").waitFor();

  await choose("Favourite");
  await form.getByRole("button", { name: /^Schedule/ }).click();
  await choose("Expires at");
  await form.locator("input[type=datetime-local]").fill("2040-01-01T09:00");
  await choose("Used up after");
  await form.getByRole("textbox", { name: "Used up after" }).fill("none");
  await form.getByRole("button", { name: /^UTM/ }).click();
  await choose("Source");
  await form.getByRole("combobox", { name: "Source" }).fill("spring");
  await choose("Medium");
  await form.getByRole("combobox", { name: "Medium" }).fill("print");
  await submit.click();
  await form.getByText(/^Must be a whole number/).waitFor();
  await form.getByRole("textbox", { name: "Used up after" }).fill("100");
  await submit.click();
  // The rules of the workspace are the server's to judge.
  const medium = form.getByRole("combobox", { name: "Medium" });
  await medium.and(page.locator("[aria-invalid=true]")).waitFor();
  await inspect(page, "urls-edit-several-refused");
  await medium.fill("email");
  await form.getByRole("button", { name: /^Redirect/ }).click();
  await choose("Status");
  await form.getByLabel("Status", { exact: true }).selectOption("307");
  await submit.click();
  await form.waitFor({ state: "hidden" });
  const job = page.getByRole("region", { name: "Job" });
  await job.getByText("12 of 12 URLs changed").waitFor();
  await page.getByRole("button", { name: "Favourite Link 3", pressed: true }).waitFor();
  expect(await linkNamed("Link 3")).toMatchObject({
    originalUrl: "https://example.com/?n=3&utm_source=spring&utm_medium=email",
    note: "Kept",
    isFavourite: true,
    maxClicks: 100,
    redirectStatus: 307,
  });
  await job.getByRole("button", { name: "Undo" }).click();
  await job.getByText("12 of 12 URLs set back").waitFor();
  await page.getByRole("button", { name: "Favourite Link 3", pressed: false }).waitFor();
  expect(await linkNamed("Link 3")).toMatchObject({ originalUrl: "https://example.com/?n=3", isFavourite: false });
});
