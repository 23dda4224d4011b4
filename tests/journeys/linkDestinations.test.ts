import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { inspect, openContext } from "../browser/appearance.ts";
import { type BrowserStack, openBrowserStack } from "../browser/browserStack.ts";
import { openDestination } from "../browser/destination.ts";
import { databasesOf } from "../operations/databases.ts";
import { openAccount, signedInScript } from "../running/account.ts";
import type { TestStack } from "../running/runningStack.ts";

let testStack: TestStack;
let browser: Browser;
let close: BrowserStack["close"];

beforeAll(async () => {
  ({ testStack, browser, close } = await openBrowserStack({
    DESTINATION_CHECKS: "on",
    DESTINATION_NETWORKS: "127.0.0.1/32",
  }));
});
afterAll(() => close());

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
  await expect.poll(found("checked_at IS NOT NULL")).toBe(2);
  // Shifts the first failure nine hours back.
  await postgres(
    "UPDATE destination SET failing_since = failing_since - interval '9 hours', due_at = now() WHERE url = $1",
    [goneUrl],
  );
  await expect.poll(found("dead_since IS NOT NULL")).toBe(1);

  const { context, page } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/urls`);
  const card = (name: string) => page.getByRole("article", { name });
  await card("Spring sale").getByText("Destination", { exact: true }).waitFor();
  const loaded =
    "[...document.querySelectorAll('article[aria-label=\"Spring sale\"] img')].map((one) => one.naturalWidth)";
  await expect.poll(() => page.evaluate(loaded)).toEqual([1, 1]);
  await card("Old campaign")
    .getByText(/dead since .*there is no such page/)
    .waitFor();
  await inspect(page, "urls-destinations");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText(/dead since/).waitFor();
  await page.setViewportSize({ width: 1280, height: 860 });
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
  // The dialog is opened above a list with one row, because axe also checks the page behind a dialog.
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
