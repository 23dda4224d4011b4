import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inspect } from "../browser/appearance.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { type Account, openAccount } from "../running/account.ts";
import { openSignedIn } from "../browser/signedIn.ts";
import type { StackPlace } from "../running/runningStack.ts";

let testStack: StackPlace;
let browser: Browser;
let close: BrowserStack["close"];

beforeAll(async () => {
  // The headless shell has no clipboard.
  ({ testStack, browser, close } = await shareBrowserStack({ isWhole: true }));
});
afterAll(() => close());

async function openAs(account: Account, path: string): Promise<Page> {
  return (await openSignedIn({ browser, testStack }, account, path)).page;
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

  // Column heads sort on the server: the first page has the first links of all.
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

  // Scrolls to the last row: pages are loaded on scrolling, and rows outside the viewport are not rendered.
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
  // Scrolls to the top, because otherwise the sticky head covers part of a row, which then counts as a target that is
  // too small.
  await page.evaluate("document.querySelector('[aria-label=\"Table of short URLs\"]').scrollTo(0, 0)");
  await row("Link 000").waitFor();
  await inspect(page, "urls-table");
  await page.evaluate("document.querySelector('[aria-label=\"Table of short URLs\"]').scrollTo(0, 1e6)");
  await row("Link 259").waitFor();

  // The first row is outside the viewport, and is scrolled into view when it gets the focus.
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
  // The next row is the one that took the archived row's place.
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
  // Letters are no shortcuts while a field has the focus.
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
