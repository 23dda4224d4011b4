import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inspect, openContext } from "../browser/appearance.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { openDestination } from "../browser/destination.ts";
import { visitors } from "../browser/visitors.ts";
import { openAccount, signedInScript, type Account } from "../running/account.ts";
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

async function clickedLink(account: Account) {
  const link = await account.createLink({ name: "Landing page", originalUrl: destination.url });
  await account.call("PUT", `/api/urls/${link.id}`, { name: "Landing" });
  const agents = Object.values(visitors);
  for (const userAgent of agents) {
    await fetch(`${testStack.shortUrl}/${link.code}`, { redirect: "manual", headers: { "user-agent": userAgent } });
  }
  await expect.poll(() => account.clicks()).toBe(agents.length);
  return link;
}

/** Returns the lines in the only chart that has marks. */
const lines = (page: Page) => page.locator(".js-plotly-plot .shapelayer path");

test("notes and edits are marks of every chart over time", async () => {
  const account = await openAccount(testStack.appUrl, "marks@example.com");
  const link = await clickedLink(account);
  const { context, page, problems } = await openContext(browser);
  await context.addInitScript(signedInScript(account));

  await page.goto(`${testStack.appUrl}/urls?analytics=${link.id}`);
  const analytics = page.getByRole("dialog", { name: /Click Analytics/ });
  await analytics.getByRole("button", { name: "2 edits in Clicks by Date" }).waitFor();
  await analytics.getByRole("button", { name: "Add note" }).click();
  const form = page.getByRole("dialog", { name: "Add Note" });
  await form.getByRole("button", { name: "Add Note" }).click();
  await form.getByText("Note text is required").waitFor();
  await form.getByRole("textbox", { name: "Note" }).fill("Newsletter <b>sent</b>");
  await inspect(page, "marks-add");
  await page.keyboard.press("Enter");
  await analytics.getByRole("button", { name: "2 edits, 1 note in Clicks by Date" }).click();
  const list = analytics.getByRole("list", { name: "Edits and notes of Clicks by Date" });
  await list.getByText("Renamed").waitFor();
  await list.getByText("Newsletter <b>sent</b>").waitFor();
  // Marks of one day share a line.
  await expect.poll(() => lines(page).count()).toBe(1);
  await analytics.locator(".js-plotly-plot").first().scrollIntoViewIfNeeded();
  await inspect(page, "marks-link");

  await list.getByRole("button", { name: "Edit note Newsletter <b>sent</b>" }).click();
  await page.getByRole("dialog", { name: "Edit Note" }).getByRole("textbox", { name: "Note" }).fill("Newsletter");
  await page.keyboard.press("Enter");
  await list.getByRole("button", { name: "Edit note Newsletter", exact: true }).waitFor();

  await page.goto(`${testStack.appUrl}/analytics`);
  const account24h = page.getByRole("button", { name: "1 note in Clicks over time" });
  await account24h.click();
  await page.getByText(", about Landing").waitFor();
  await page.goto(`${testStack.appUrl}/analytics?range=24h&filter=link:is:${link.id}`);
  await page.getByRole("button", { name: "2 edits, 1 note in Clicks over time" }).click();
  await expect.poll(() => lines(page).count()).toBe(1);
  await inspect(page, "marks-account");

  await page.goto(`${testStack.appUrl}/dashboard`);
  await page.getByRole("button", { name: "1 note in Clicks by Date" }).click();
  await expect.poll(() => lines(page).count()).toBe(1);
  await inspect(page, "marks-dashboard");
  await page.getByRole("button", { name: "Delete note Newsletter" }).click();
  await page.getByRole("dialog", { name: "Delete Note" }).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "No marks in Clicks by Date" }).waitFor();
  await expect.poll(() => lines(page).count()).toBe(0);
  expect(problems).toEqual([]);
});
