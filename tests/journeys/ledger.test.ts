import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inspect, openContext } from "../browser/appearance.ts";
import { type BrowserStack, openBrowserStack } from "../browser/browserStack.ts";
import { visitors } from "../browser/visitors.ts";
import { openAccount, signedInScript, type Account } from "../running/account.ts";
import type { TestStack } from "../running/runningStack.ts";

let testStack: TestStack;
let browser: Browser;
let close: BrowserStack["close"];
let account: Account;
let linkId: string;

beforeAll(async () => {
  ({ testStack, browser, close } = await openBrowserStack({ RATE_LIMITS: "off" }));
  account = await openAccount(testStack.appUrl, "ada@example.com");
  const link = await account.createLink({ name: "Handbook" }, { shortUrl: "handbook" });
  linkId = link.id;
});
afterAll(() => close());

const [agent = ""] = Object.values(visitors);

async function visit(path: string, { userAgent = agent, method = "GET" } = {}): Promise<void> {
  const answer = await fetch(testStack.shortUrl + path, {
    redirect: "manual",
    method,
    headers: { "user-agent": userAgent },
  });
  await answer.body?.cancel();
}

const row = { first: /First visits.*1$/, repeat: /Repeats.*2$/, head: /HEAD requests.*1$/, misses: /Misses.*2$/ };

test("somebody looks where every request went, and why", async () => {
  for (let i = 0; i < 3; i++) await visit("/handbook");
  await visit("/handbook", { userAgent: "curl/8.5.0" });
  await visit("/handbook", { userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" });
  await visit("/handbook", { method: "HEAD" });
  await visit("/nowhere-at-all");
  await visit("/nowhere-at-all");

  const { context, page, problems } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/analytics/ledger?range=all`);
  await page.getByRole("heading", { level: 1, name: "Ledger of clicks" }).waitFor();
  const table = page.getByRole("table");
  // Clicks are counted within seconds; reload the page until it shows them.
  await expect
    .poll(
      async () => {
        await page.getByRole("button", { name: "Refresh" }).click();
        return table.getByRole("row", { name: /Sum of all lines.*8$/ }).count();
      },
      { timeout: 60_000 },
    )
    .toBe(1);
  for (const name of Object.values(row)) await table.getByRole("row", { name }).waitFor();
  await page.getByText("All requests are accounted for").waitFor();
  await page.getByText("Redirectors counted 8 requests, and every one of them is in a line below.").waitFor();

  await table.getByRole("button", { name: /Show requests: ?Crawler: Googlebot/ }).click();
  const bots = page.getByRole("region", { name: "Bots: Crawler: Googlebot" });
  await bots.getByText("A bot rule matched: crawler: Googlebot (rules version").waitFor();
  await table.getByRole("button", { name: /Show requests: ?Repeats/ }).click();
  const repeats = page.getByRole("region", { name: "Repeats" });
  await repeats.getByText("This visitor had already visited this link at").first().waitFor();
  expect(await repeats.getByRole("listitem").count()).toBe(2);
  await inspect(page, "own-ledger-full");

  await repeats.getByRole("link").first().click();
  const modal = page.getByRole("dialog", { name: /Click Analytics/ });
  await modal.getByRole("link", { name: "Ledger" }).click();
  await modal.waitFor({ state: "detached" });
  expect(new URL(page.url()).searchParams.get("link")).toBe(linkId);
  await page.getByText("URL: Handbook").waitFor();
  await table.getByRole("row", { name: /Sum of all lines.*6$/ }).waitFor();
  await page.getByRole("button", { name: "Remove filter URL" }).click();
  await table.getByRole("row", { name: /Sum of all lines.*8$/ }).waitFor();
  expect(problems).toEqual([]);
});
