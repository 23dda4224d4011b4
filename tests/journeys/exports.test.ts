import { openTestS3, type TestS3 } from "@hoplog/platform/testing/s3.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inspect, openContext } from "../browser/appearance.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { visitors } from "../browser/visitors.ts";
import { databasesOf } from "../operations/databases.ts";
import { type Account, openAccount, signedInScript } from "../running/account.ts";
import type { StackPlace } from "../running/runningStack.ts";

let testStack: StackPlace;
let browser: Browser;
let close: BrowserStack["close"];
let s3: TestS3;

beforeAll(async () => {
  s3 = await openTestS3();
  ({ testStack, browser, close } = await shareBrowserStack());
});
afterAll(async () => {
  await close();
  await s3.close();
});

/** Adds the hourly files of a day to the account's exports, due tomorrow. */
async function planFiles({ id }: Account, day: string): Promise<void> {
  await databasesOf(testStack).postgres(
    `INSERT INTO click_export_file (export_id, start_at, due_at)
     SELECT click_export.id, $2::timestamptz + n * interval '1 hour', now() + interval '1 day' FROM click_export, generate_series(0, 23) AS n
     WHERE owner_id = $1`,
    [id, `${day}T00:00:00Z`],
  );
}

/** Records two visits, one of them by a bot, with copies that are so old that a retention of 90 days deletes them. */
async function removeOldClicks(account: Account, code: string): Promise<void> {
  const { clickHouse, postgres } = databasesOf(testStack);
  for (const agent of [visitors.firefoxOnLinux, visitors.googlebot]) {
    const headers = { "user-agent": agent };
    await (await fetch(`${testStack.shortUrl}/${code}`, { redirect: "manual", headers })).body?.cancel();
  }
  await expect.poll(() => account.clicks()).toBe(2);
  await clickHouse(`INSERT INTO clicks SELECT * REPLACE (at - INTERVAL 100 DAY AS at, generateUUIDv4() AS click_id,
    generateUUIDv4() AS batch_id) FROM clicks WHERE owner_id = '${account.id}'`);
  // Sets the retention's days directly; the api applies it as soon as the same value is saved again.
  await postgres("UPDATE click_retention SET days = 90 WHERE owner_id = $1", [account.id]);
  await account.call("PUT", "/api/clicks/retention", { days: 90 });
  const done = "SELECT FROM click_retention WHERE owner_id = $1 AND done_before IS NOT NULL";
  await expect.poll(() => postgres(done, [account.id])).toHaveLength(1);
}

const cutNote = /^Single clicks before \d{4}-\d\d-\d\d \(UTC\) were removed: /;

/**
 * Expects pages that list single clicks to note the date before which clicks were removed, unless the selected range
 * begins later.
 */
async function seeCut(page: Page): Promise<void> {
  const note = page.getByRole("note").filter({ hasText: cutNote });
  await page.goto(`${testStack.appUrl}/analytics?range=all&bots=1`);
  await note.filter({ hasText: "lists and filters begin there. Figures, charts and top URLs go on." }).waitFor();
  // The figures include all four clicks, the lists only the two that were not deleted.
  await expect.poll(() => page.locator("dd").first().textContent()).toBe("4");
  await page.getByRole("region", { name: "Devices" }).getByText("Desktop").waitFor();
  await inspect(page, "retention-cut-analytics");
  await page.goto(`${testStack.appUrl}/analytics/ledger?range=all`);
  await note.filter({ hasText: "they are counted as removed, and no list has them." }).waitFor();
  await page
    .getByRole("table")
    .getByRole("row", { name: /Sum of all lines.*4$/ })
    .waitFor();
  await inspect(page, "retention-cut-ledger");
  await page.goto(`${testStack.appUrl}/analytics/bots?range=all`);
  await note.filter({ hasText: "figures, chart and lists begin there." }).waitFor();
  await page.getByRole("region", { name: "Newest clicks" }).getByText(visitors.googlebot).waitFor();
  await inspect(page, "retention-cut-bots");
  await page.goto(`${testStack.appUrl}/analytics/ledger?range=7d`);
  await page
    .getByRole("table")
    .getByRole("row", { name: /Sum of all lines.*2$/ })
    .waitFor();
  expect(await note.count()).toBe(0);
}

test("clicks are exported to a bucket", async () => {
  const account = await openAccount(testStack.appUrl, "exports@example.com");
  const { code } = await account.createLink({ name: "Landing page" });
  const { page, context, problems } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/profile`);
  await page.getByRole("link", { name: "To a Bucket" }).click();
  await page.getByText("No export yet").waitFor();
  await inspect(page, "exports-none");

  await page.getByRole("button", { name: "New Export" }).click();
  const form = page.getByRole("dialog", { name: "New Export" });
  await form.getByRole("textbox", { name: "Server" }).fill("ftp://nowhere");
  await form.getByRole("button", { name: "Export", exact: true }).click();
  await form.getByText("Must be the URL of an S3 server").waitFor();
  await form.getByText("A name is required").waitFor();
  await form.getByRole("textbox", { name: "Name", exact: true }).fill("Warehouse");
  await form.getByRole("textbox", { name: "Server" }).fill(s3.endpoint);
  await form.getByRole("textbox", { name: "Bucket", exact: true }).fill("no-such-bucket");
  await form.getByRole("textbox", { name: "Folder" }).fill("clicks");
  await form.getByRole("textbox", { name: "Access key id" }).fill(s3.accessKeyId);
  await form.getByRole("textbox", { name: "Secret access key" }).fill("wrong");
  await form.getByLabel("Files").selectOption("hourly");
  await inspect(page, "exports-new");
  await form.getByRole("textbox", { name: "Bucket", exact: true }).fill(s3.bucket);
  await form.getByRole("button", { name: "Export", exact: true }).click();

  const card = page.getByRole("article", { name: "Warehouse" });
  await card.getByRole("button", { name: "Try Warehouse" }).click();
  await card.getByText("The secret access key does not match the access key ID").waitFor();
  await page.getByRole("button", { name: "Edit Warehouse" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Export" });
  await edit.getByRole("textbox", { name: "Secret access key" }).fill(s3.secret);
  await edit.getByRole("button", { name: "Save" }).click();
  await edit.waitFor({ state: "detached" });
  await card.getByRole("button", { name: "Try Warehouse" }).click();
  await card.getByText("It works: a small file was written and removed again.").waitFor();
  await inspect(page, "exports-list");

  await card.getByRole("button", { name: "Files of Warehouse" }).click();
  const files = page.getByRole("dialog", { name: "Files of Warehouse" });
  await files.getByRole("textbox", { name: "First day" }).or(files.getByLabel("First day")).fill("2026-03-01");
  await files.getByLabel("Last day").fill("2026-03-01");
  await files.getByRole("button", { name: "Export Now" }).click();
  await page.getByText("There is nothing in this range, so no file will be written.").waitFor();
  await planFiles(account, "2026-03-01");
  await files.getByRole("button", { name: "Export Now" }).click();
  await page.getByText("24 files will be written.").waitFor();
  await files.getByRole("row", { name: /^2026-03-01 23 No clicks/ }).waitFor();
  await inspect(page, "exports-files");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Switch off Warehouse" }).click();
  await card.getByText("Off", { exact: true }).waitFor();
  await page.getByRole("button", { name: "End Warehouse" }).click();
  await page.getByRole("dialog", { name: "End Export" }).getByRole("button", { name: "End", exact: true }).click();
  await page.getByText("No export yet").waitFor();

  const old = page.getByRole("region", { name: "Old Clicks" });
  await old.getByText("Single clicks are kept for ever.").waitFor();
  await old.getByRole("button", { name: "Change" }).click();
  const keep = page.getByRole("dialog", { name: "Old Clicks" });
  await keep.getByLabel("Single clicks are kept").selectOption("days");
  await keep.getByRole("textbox", { name: "Days" }).fill("10");
  await keep.getByText("Must be a whole number from 30 to 3650").waitFor();
  await keep.getByRole("textbox", { name: "Days" }).fill("90");
  await keep.getByText(/Today that would be 0 single clicks, all before \d{4}-\d\d-\d\d/).waitFor();
  await inspect(page, "retention");
  expect(await keep.getByRole("button", { name: "Remove Old Clicks" }).isDisabled()).toBe(true);
  await keep.getByRole("checkbox").check();
  await keep.getByRole("button", { name: "Remove Old Clicks" }).click();
  await old.getByText(/single clicks older than 90 days are\s+removed/).waitFor();
  await inspect(page, "retention-waits");
  await old.getByRole("button", { name: "Cancel It" }).click();
  await old.getByText("Single clicks will be removed").waitFor({ state: "detached" });

  await removeOldClicks(account, code);
  await page.reload();
  await old.getByText(/^Single clicks are kept for 90 days.* Those before .* \(UTC\) were removed\.$/).waitFor();
  await seeCut(page);

  // Ignores the 422 responses that this test provokes.
  expect(problems.filter((problem) => !/status of 422/.test(problem))).toEqual([]);
});
