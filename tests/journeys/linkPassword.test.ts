import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { inspect, openContext } from "../browser/appearance.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { openDestination } from "../browser/destination.ts";
import { openAccount, signedInScript } from "../running/account.ts";
import type { StackPlace } from "../running/runningStack.ts";

let testStack: StackPlace;
let browser: Browser;
let close: BrowserStack["close"];
let destination: Awaited<ReturnType<typeof openDestination>>;

beforeAll(async () => {
  ({ testStack, browser, close } = await shareBrowserStack());
  destination = await openDestination();
});
afterAll(async () => {
  destination.close();
  await close();
});

const input = (page: Page) => page.getByLabel("Password", { exact: true });

/** Enters a password by keyboard: the field has the focus when the page opens. */
async function give(page: Page, password: string): Promise<void> {
  await input(page).and(page.locator(":focus")).waitFor();
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
}

const arrived = (page: Page) => page.getByRole("heading", { name: "You have arrived" }).waitFor();

test("a password is set, asked for, remembered, changed and removed", async () => {
  const account = await openAccount(testStack.appUrl, "passwords@example.com");
  const owner = await openContext(browser, "phone");
  await owner.context.addInitScript(signedInScript(account));
  await owner.page.goto(`${testStack.appUrl}/urls`);
  await owner.page.getByRole("button", { name: "Create New URL" }).first().tap();
  const dialog = owner.page.getByRole("dialog");
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  const openSection = () => dialog.getByRole("button", { name: /^Password/ }).press("Enter");
  await dialog.getByLabel("URL Name").fill("Protected");
  await dialog.getByLabel("Original URL").fill(destination.url);
  await dialog.getByLabel("Custom Short URL").fill("protected");
  await openSection();
  await field("Password").fill("abc");
  await field("Password").press("Enter");
  await dialog.getByText("Must have 4 to 128 characters").waitFor();
  await field("Password").and(owner.page.locator(":focus")).waitFor();
  await field("Password").fill("the first one");
  await inspect(owner.page, "link-password-form");
  await field("Password").press("Enter");
  const card = owner.page.getByRole("article", { name: "Protected" });
  await card.getByText("Password", { exact: true }).waitFor();

  const shortUrl = `${testStack.shortUrl}/protected`;
  const guest = await openContext(browser);
  const { page } = guest;
  await page.goto(`${shortUrl}?from=mail`);
  await inspect(page, "password");
  await give(page, "not this one");
  await page.getByRole("alert").getByText("This password is wrong.").waitFor();
  expect(page.url()).toBe(`${shortUrl}?from=mail`);
  expect(await input(page).getAttribute("aria-describedby")).toBe("problem");
  await inspect(page, "password-wrong");
  expect(await account.clicks()).toBe(0);
  await give(page, "the first one");
  await arrived(page);
  expect(page.url()).toBe(destination.url);
  const cookie = (await guest.context.cookies(shortUrl)).find(({ name }) => name === "hoplog_pass");
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/protected", secure: false });
  await page.goto(shortUrl);
  await arrived(page);
  await expect.poll(() => account.clicks()).toBe(2);

  await owner.page.getByRole("button", { name: "Edit Protected" }).tap();
  await openSection();
  expect(await field("New password").inputValue()).toBe("");
  await field("New password").fill("the second one");
  await field("New password").press("Enter");
  await owner.page.getByText("URL updated successfully!").first().waitFor();
  await expect
    .poll(async () => {
      await page.goto(shortUrl);
      return input(page).count();
    })
    .toBe(1);
  await give(page, "the first one");
  await page.getByText("This password is wrong.").waitFor();
  await give(page, "the second one");
  await arrived(page);

  await owner.page.getByRole("button", { name: "History of Protected" }).tap();
  const changes = owner.page.getByRole("dialog", { name: "History of Protected" }).getByRole("listitem");
  await changes.filter({ hasText: "Another password" }).waitFor();
  expect((await changes.allInnerTexts()).join("\n")).not.toContain("one");
  await owner.page.keyboard.press("Escape");
  await owner.page.getByRole("button", { name: "Edit Protected" }).tap();
  await openSection();
  await dialog.getByRole("switch", { name: "Remove the password" }).press("Space");
  await dialog.getByRole("button", { name: "Save Changes" }).press("Enter");
  await card.getByText("Password", { exact: true }).waitFor({ state: "hidden" });
  const anybody = await openContext(browser, "phone");
  await expect
    .poll(async () => {
      await anybody.page.goto(shortUrl);
      return anybody.page.url();
    })
    .toBe(destination.url);
  // The browser logs an error for each 403 response.
  expect(guest.problems.filter((problem) => !problem.includes("403"))).toEqual([]);
  expect([...owner.problems, ...anybody.problems]).toEqual([]);
});

test("it is asked for without scripts, on a phone, with the path and the query of the visit", async () => {
  const account = await openAccount(testStack.appUrl, "noscript@example.com");
  const options = { password: "without scripts", appendPath: true, forwardQuery: true, redirectStatus: 308 };
  const { code } = await account.createLink({ name: "Plain", originalUrl: destination.url }, options);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${testStack.shortUrl}/${code}/below?a=1`);
  await input(page).fill("without scripts");
  await page.getByRole("button", { name: "Continue" }).click();
  await arrived(page);
  expect(page.url()).toBe(`${destination.url}/below?a=1`);
  await page.goto(`${testStack.shortUrl}/${code}+`);
  await page.getByText("requires a password before it shows its destination").waitFor();
});
