import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inspect, openContext } from "../browser/appearance.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { openAccount, signedInScript } from "../running/account.ts";
import type { StackPlace } from "../running/runningStack.ts";

let testStack: StackPlace;
let browser: Browser;
let close: BrowserStack["close"];

beforeAll(async () => {
  ({ testStack, browser, close } = await shareBrowserStack());
});
afterAll(() => close());

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
