import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inspect, openContext } from "../browser/appearance.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import type { Width } from "../browser/screens.ts";
import { visitors } from "../browser/visitors.ts";
import { type Account, openAccount } from "../running/account.ts";
import { openSignedIn } from "../browser/signedIn.ts";
import type { StackPlace } from "../running/runningStack.ts";

let testStack: StackPlace;
let browser: Browser;
let close: BrowserStack["close"];

beforeAll(async () => {
  ({ testStack, browser, close } = await shareBrowserStack());
});
afterAll(() => close());

const destination = "https://example.com/tickets";
const soldOut = "https://example.com/sold-out";
const { chromeOnWindows, firefoxOnLinux, safariOnIphone } = visitors;
const forNobody = { status: 200, location: null, heading: "A link for people" };

/** Returns a visit's response without following redirects. */
async function visit(code: string, userAgent: string, method = "GET") {
  const headers = { "user-agent": userAgent };
  const response = await fetch(`${testStack.shortUrl}/${code}`, { method, headers, redirect: "manual" });
  const heading = /<h1>([^<]*)<\/h1>/.exec(await response.text())?.[1] ?? null;
  return { status: response.status, location: response.headers.get("location"), heading };
}

async function openAs(account: Account, width?: Width): Promise<{ page: Page; problems: string[] }> {
  return openSignedIn({ browser, testStack }, account, "/urls", width);
}

function formOf(page: Page) {
  const dialog = page.getByRole("dialog");
  return {
    dialog,
    field: (label: string) => dialog.getByLabel(label, { exact: true }),
    openSchedule: () => dialog.getByRole("button", { name: /^Schedule/ }).press("Enter"),
  };
}

test("a link for two people is made, used up before the owner's eyes, and then leads elsewhere", async () => {
  const account = await openAccount(testStack.appUrl, "caps@example.com");
  const { page, problems } = await openAs(account);
  await page.getByRole("button", { name: "Create New URL" }).first().press("Enter");
  const { dialog, field, openSchedule } = formOf(page);
  await dialog.getByLabel("URL Name").fill("Tickets");
  await dialog.getByLabel("Original URL").fill(destination);
  await dialog.getByLabel("Custom Short URL").fill("tickets");
  await openSchedule();
  await field("Used up after").fill("none");
  await field("Used up after").press("Enter");
  await dialog.getByText("Must be a whole number from 1 to 1,000,000,000").waitFor();
  await field("Used up after").and(page.locator(":focus")).waitFor();
  await field("Used up after").fill("2");
  await field("Used up after").press("Enter");
  const card = page.getByRole("article", { name: "Tickets" });
  await card.getByText("2 of 2 left", { exact: true }).waitFor();

  await expect.poll(() => visit("tickets", "curl/8.5.0")).toEqual(forNobody);
  expect(await visit("tickets", visitors.googlebot)).toEqual(forNobody);
  for (const userAgent of [chromeOnWindows, "curl/8.5.0"])
    expect(await visit("tickets", userAgent, "HEAD")).toMatchObject({ location: null });

  await card.getByRole("button", { name: "View analytics of Tickets" }).click();
  await dialog.getByText("2 of 2 visits left", { exact: true }).waitFor();
  expect(await visit("tickets", chromeOnWindows)).toMatchObject({ status: 302, location: destination });
  await dialog.getByText("1 of 2 visits left", { exact: true }).waitFor();
  expect(await visit("tickets", firefoxOnLinux)).toMatchObject({ status: 302, location: destination });
  await dialog.getByText("Used up: 0 of 2 visits left", { exact: true }).waitFor();
  const usedUp = { status: 410, location: null, heading: "Link used up" };
  expect(await visit("tickets", safariOnIphone)).toEqual(usedUp);
  expect(await visit("tickets", "curl/8.5.0")).toMatchObject({ status: 410, location: null });
  await page.keyboard.press("Escape");
  await card.getByText("Used up", { exact: true }).waitFor();
  await card.getByText("0 of 2 left", { exact: true }).waitFor();
  await inspect(page, "link-cap-list");

  await card.getByRole("button", { name: "Edit Tickets" }).press("Enter");
  await openSchedule();
  await dialog.getByText("Used up: 0 of 2 visits left", { exact: true }).waitFor();
  await field("Once used up, leads to").fill(soldOut);
  await field("Once used up, leads to").press("Enter");
  await page.getByText("URL updated successfully!").first().waitFor();
  await expect.poll(() => visit("tickets", safariOnIphone)).toEqual({ status: 302, location: soldOut, heading: null });
  await card.getByText("Used up", { exact: true }).waitFor();

  await card.getByRole("button", { name: "History of Tickets" }).click();
  const changes = page.getByRole("dialog", { name: "History of Tickets" }).getByRole("listitem");
  await changes.filter({ hasText: "Created" }).waitFor();
  const [edited = "", made = ""] = await changes.allInnerTexts();
  expect(edited).toMatch(/Once used up, leads to[^]*A page that says so[^]*sold-out/);
  expect(made).toMatch(/Used up after[^]*2 people/);
  expect(problems).toEqual([]);
});

test("a form, a list and a page have room for the largest number of visits left", async () => {
  const account = await openAccount(testStack.appUrl, "largest@example.com");
  const options = { maxClicks: 1_000_000_000, maxClicksUrl: soldOut, password: "the first one" };
  await account.createLink({ name: "Many", originalUrl: destination }, options);
  const { page, problems } = await openAs(account, "phone");
  const card = page.getByRole("article", { name: "Many" });
  await card.getByText("1,000,000,000 of 1,000,000,000 left").waitFor();
  await inspect(page, "link-cap-list-largest");
  await card.getByRole("button", { name: "Edit Many" }).tap();
  const { dialog, field, openSchedule } = formOf(page);
  await openSchedule();
  await dialog.getByText("1,000,000,000 of 1,000,000,000 visits left").waitFor();
  expect(await field("Used up after").inputValue()).toBe("1000000000");
  await field("Once used up, leads to").scrollIntoViewIfNeeded();
  await inspect(page, "link-cap-form");
  await page.keyboard.press("Escape");
  await card.getByRole("button", { name: "View analytics of Many" }).tap();
  await dialog.getByText("1,000,000,000 of 1,000,000,000 visits left").waitFor();
  await inspect(page, "link-cap-analytics");
  expect(problems).toEqual([]);
});

test("a list says live that a link is used up, and so does the page of such a link", async () => {
  const account = await openAccount(testStack.appUrl, "pages@example.com");
  const { code } = await account.createLink({ name: "One", originalUrl: destination }, { maxClicks: 1 });
  await expect.poll(() => visit(code, "curl/8.5.0")).toEqual(forNobody);
  const owner = await openAs(account);
  const card = owner.page.getByRole("article", { name: "One" });
  await card.getByText("1 of 1 left", { exact: true }).waitFor();
  await owner.page.getByText("Live", { exact: true }).waitFor();
  expect(await visit(code, chromeOnWindows)).toMatchObject({ status: 302, location: destination });
  await card.getByText("0 of 1 left", { exact: true }).waitFor();
  await card.getByText("Used up", { exact: true }).waitFor();
  // A person visits first: the browser below counts as a bot, for which the redirector does not query the cap.
  expect(await visit(code, firefoxOnLinux)).toMatchObject({ status: 410 });
  const { page } = await openContext(browser);
  await page.goto(`${testStack.shortUrl}/${code}`);
  await page.getByRole("heading", { name: "Link used up" }).waitFor();
  await inspect(page, "link-used-up");
});
