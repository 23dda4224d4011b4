import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, type Account } from "../running/account.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { openDestination } from "../browser/destination.ts";
import { inspect } from "../browser/appearance.ts";
import { saved } from "../browser/saved.ts";
import { openShortener } from "../browser/shortener.ts";
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

const originalUrl = () => destination.url;

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
  await dialog.getByText("The source rejected the API key").waitFor();
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
  // The first link is inactive, because its password can't be imported.
  await expect.poll(() => page.getByRole("article").count()).toBe(24);
  // Imported clicks are shown with a link's own clicks, but counted separately.
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
