import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { expectCopiedClicks } from "../analysts/copiedClicks.ts";
import { inspect, openContext } from "../browser/appearance.ts";
import { visitors } from "../browser/visitors.ts";
import { openAccount, signedInScript } from "../running/account.ts";
import type { StackPlace } from "../running/runningStack.ts";

let testStack: StackPlace;
let browser: Browser;
let close: BrowserStack["close"];

beforeAll(async () => {
  ({ testStack, browser, close } = await shareBrowserStack());
});
afterAll(() => close());

async function write(page: Page, text: string): Promise<void> {
  const editor = page.getByRole("textbox", { name: "Query" });
  await editor.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  // Inserts the text like a paste, because typing would accept completions.
  await page.keyboard.insertText(text);
}

test("from the first query to a chart, files and a saved query", async () => {
  const account = await openAccount(testStack.appUrl, "sql@example.com");
  const { code } = await account.createLink({ name: "Spring sale" });
  for (let i = 0; i < 3; i++)
    await fetch(`${testStack.shortUrl}/${code}`, {
      redirect: "manual",
      headers: { "user-agent": visitors.firefoxOnLinux },
    });
  await expect.poll(() => account.clicks()).toBe(3);
  await expectCopiedClicks(testStack.appUrl, account, 3);
  const { context, page, problems } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/analytics/sql`);
  await page.getByRole("heading", { name: "SQL", exact: true }).waitFor();

  // Runs the current query by keyboard.
  await page.getByRole("textbox", { name: "Query" }).click();
  await page.keyboard.press("ControlOrMeta+Enter");
  const result = page.getByRole("region", { name: "Result" });
  await result
    .getByRole("status")
    .getByText(/^1 row in [\d.]+ s, [\d,]+ rows? read$/)
    .waitFor();
  await result.getByRole("cell", { name: "3", exact: true }).waitFor();
  await inspect(page, "sql-table");

  await write(page, "SELECT toDate('2026-01-01') + number AS day, number * number AS squares FROM numbers(250)");
  await page.getByRole("button", { name: "Run" }).click();
  await result.getByText("Rows 1 to 100 of 250").waitFor();
  await result.getByRole("button", { name: "Next" }).click();
  await result.getByRole("cell", { name: "2026-04-11", exact: true }).waitFor();
  await result.getByText("Chart", { exact: true }).click();
  await result.getByRole("img", { name: "squares by day, 250 rows" }).waitFor();
  await result.locator(".main-svg").first().waitFor();
  await inspect(page, "sql-chart");

  for (const [name, begins] of [
    ["CSV", "day,squares\r\n2026-01-01,0\r\n"],
    ["Parquet", "PAR1"],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name, exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`query.${name.toLowerCase()}`);
    expect(readFileSync(await download.path(), "utf8").startsWith(begins)).toBe(true);
  }

  await page.getByRole("button", { name: "Save as…" }).click();
  const form = page.getByRole("form", { name: "Save Query" });
  await form.getByLabel("Name").fill("Squares by day");
  await inspect(page, "sql-save");
  await form.getByRole("button", { name: "Save" }).click();
  const saved = page.getByRole("region", { name: "Saved queries" });
  await saved.getByRole("button", { name: "Squares by day", exact: true }).waitFor();

  await write(page, "SELECT nothing FROM clicks");
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByRole("alert").getByText("UNKNOWN_IDENTIFIER").waitFor();
  await inspect(page, "sql-refused");
  await saved.getByRole("button", { name: "Squares by day", exact: true }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "Query" }).innerText()).toContain("number * number");
  await saved.getByRole("button", { name: "Delete Squares by day" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await saved.getByText("None yet.").waitFor();
  expect(problems.filter((problem) => !problem.includes("422"))).toEqual([]);
});

test("columns are completed, and a query that takes long is cancelled", async () => {
  const account = await openAccount(testStack.appUrl, "cancel-sql@example.com");
  const { context, page, problems } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/dashboard`);
  await page.getByRole("link", { name: "SQL" }).click();
  await write(page, "SELECT 1 FROM ");
  await page.keyboard.type("dai");
  await page.locator(".cm-tooltip-autocomplete").getByText("daily").waitFor();
  await inspect(page, "sql-completion");
  await page.keyboard.press("Escape");
  await write(page, "SELECT count() FROM numbers(400000000) WHERE SHA512(toString(number)) = 'x'");
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText("Running…").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("The query was cancelled.").waitFor();
  await write(page, "SELECT 42 AS answer");
  await expect
    .poll(async () => {
      await page.getByRole("button", { name: "Run" }).click();
      return page
        .getByRole("cell", { name: "42", exact: true })
        .waitFor({ timeout: 2000 })
        .then(
          () => true,
          () => false,
        );
    })
    .toBe(true);
  expect(problems.filter((problem) => !problem.includes("429"))).toEqual([]);
});
