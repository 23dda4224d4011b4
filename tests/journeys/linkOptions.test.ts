import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inspect } from "../browser/appearance.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import type { Width } from "../browser/screens.ts";
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

async function openAs(account: Account, width?: Width): Promise<{ page: Page; problems: string[] }> {
  return openSignedIn({ browser, testStack }, account, "/urls", width);
}

const enter = (locator: Locator) => locator.press("Enter");

function formOf(page: Page) {
  const dialog = page.getByRole("dialog");
  return {
    dialog,
    field: (label: string) => dialog.getByLabel(label, { exact: true }),
    button: (name: string | RegExp) => dialog.getByRole("button", { name }),
    /** Opens or closes a section. */
    section: (name: string) => enter(dialog.getByRole("button", { name: new RegExp(`^${name}`) })),
  };
}

/** Returns the option of an open list that Enter would select. */
const chosen = (page: Page, option: string) =>
  page.locator("[role=option][data-combobox-selected]", { hasText: option });

const focused = (page: Page) => page.evaluate("document.activeElement?.getAttribute('data-path')");

test("a link with a schedule, a rule and a split is made by keyboard, found again, edited, and its history read", async () => {
  const account = await openAccount(testStack.appUrl, "options@example.com");
  const { page, problems } = await openAs(account);
  await enter(page.getByRole("button", { name: "Create New URL" }).first());
  const { dialog, field, button, section } = formOf(page);
  await dialog.getByLabel("URL Name").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("Everything");
  await page.keyboard.press("Tab");
  await page.keyboard.type("https://example.com/spring");

  await section("UTM parameters");
  await field("Source").fill("mail");
  expect(await dialog.getByLabel("Original URL").inputValue()).toBe("https://example.com/spring?utm_source=mail");
  await section("UTM parameters");

  await section("Schedule");
  await field("Works from").fill("2020-01-01T09:00");
  await field("Expires at").fill("2099-12-31T18:00");
  const zone = dialog.getByRole("combobox", { name: "Time zone" });
  // The list of time zones opens on focus.
  await zone.focus();
  await page.getByRole("option", { name: "UTC", exact: true }).waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("lisb");
  await chosen(page, "Europe/Lisbon").waitFor();
  await enter(zone);
  await section("Schedule");

  await section("Rules");
  await enter(button("Add rule"));
  await field("Rule name").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("Phones");
  await field("Field").selectOption("Device");
  await dialog.getByRole("combobox", { name: "Values: Device" }).focus();
  await page.getByRole("option", { name: "Desktop" }).waitFor();
  await page.keyboard.type("mob");
  await chosen(page, "Mobile").waitFor();
  await page.keyboard.press("Enter");
  await field("Leads to").fill(`${testStack.shortUrl}/loop`);
  await enter(button("Duplicate rule 1"));
  await enter(button("Move up rule 2"));
  await button("Move down rule 1").and(page.locator(":focus")).waitFor();
  await enter(button("Delete rule 2"));
  await section("Split");
  await enter(button("Split the visits"));
  await dialog.getByRole("listitem", { name: "Arm 2" }).getByLabel("Arm URL").fill("https://example.com/b");
  await dialog.getByRole("listitem", { name: "Arm 2" }).getByLabel("Weight").fill("3");
  await dialog.getByText("75 %").waitFor();

  // Only the server can detect that this rule could cause a redirect loop.
  await section("Rules");
  await enter(dialog.getByLabel("URL Name"));
  await dialog.getByText("A short link can't point to a short link of this site").waitFor();
  expect(await focused(page)).toBe("rules.0.then.url");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("https://example.com/phones");
  await page.keyboard.press("Enter");
  const card = page.getByRole("article", { name: "Everything" });
  await card.getByText("1 rule", { exact: true }).waitFor();
  await card.getByText("Split", { exact: true }).waitFor();

  await page.reload();
  await enter(page.getByRole("button", { name: "Edit Everything" }));
  await section("Schedule");
  expect(await field("Works from").inputValue()).toBe("2020-01-01T09:00");
  expect(await zone.inputValue()).toBe("Europe/Lisbon");
  await field("Expires at").fill("2020-06-01T00:00");
  await section("Rules");
  await enter(button(/^1\. Phones/));
  expect(await field("Leads to").inputValue()).toBe("https://example.com/phones");
  await field("Comparison").selectOption("is none of");
  await section("Split");
  await enter(button("Make this the destination: arm 2"));
  await dialog.getByText(/all visits go to https:\/\/example.com\/b/).waitFor();
  await enter(field("Expires at"));
  await page.getByText("URL updated successfully!").waitFor();
  await card.getByText("Expired", { exact: true }).waitFor();
  await card.getByText("https://example.com/b", { exact: true }).waitFor();
  await card.getByText("Split", { exact: true }).waitFor({ state: "hidden" });

  await enter(page.getByRole("button", { name: "History of Everything" }));
  const changes = page.getByRole("dialog", { name: "History of Everything" }).getByRole("listitem");
  await changes.filter({ hasText: "Created" }).waitFor();
  const [edited = "", made = ""] = await changes.allInnerTexts();
  expect(edited).toMatch(/^Edited[^]*Expires at[^]*2099[^]*2020[^]*is mobile[^]*is not mobile[^]*No split/);
  expect(made).toMatch(/^Created[^]*Works from[^]*Time zone[^]*Europe\/Lisbon[^]*Phones: if device is mobile, then/);
  await inspect(page, "link-history-options");
  expect(problems).toEqual([]);
});

test("the form of a link shows all options at once", async () => {
  const account = await openAccount(testStack.appUrl, "all-options@example.com");
  const arm = (name: string) => ({ name, url: `https://example.com/${name}`, weight: 1 });
  const split = { arms: [arm("red"), arm("blue")], sticky: true };
  const device = { field: "device", op: "in", values: ["mobile", "tablet"] };
  const country = { field: "country", op: "notIn", values: ["DE", "CH"] };
  await account.call("POST", "/api/urls", {
    name: "Everything",
    originalUrl: "https://example.com/",
    notBefore: "2090-01-01T00:00",
    password: "the first one",
    rules: [{ name: "Nested", when: { all: [device, { any: [country, { not: country }] }] }, then: { split } }],
    split,
  });
  const { page, problems } = await openAs(account, "phone");
  await page.getByRole("article", { name: "Everything" }).getByText("Scheduled").waitFor();
  await page.getByRole("button", { name: "Edit Everything" }).tap();
  const { dialog, field, button, section } = formOf(page);
  for (const name of [
    "UTM parameters",
    "Schedule",
    "Redirect",
    "Preview",
    "Password",
    "Rules",
    "Split",
    "Live preview",
  ]) {
    await section(name);
  }
  await enter(button(/^1\. Nested/));
  await field("Image URL").waitFor();
  await dialog.getByText("Remove the split").waitFor();
  await dialog.getByText("Remove the password").waitFor();
  await dialog.getByRole("img", { name: /^QR code of/ }).waitFor();
  await inspect(page, "link-form");
  expect(problems).toEqual([]);
});
