import { request } from "node:http";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Appearance, inspectInBothColours, openContext } from "../browser/appearance.ts";
import { type BrowserStack, openBrowserStack } from "../browser/browserStack.ts";
import { type Account, openAccount, signedInScript } from "../running/account.ts";
import type { TestStack } from "../running/runningStack.ts";
import { type NameServer, openNameServer } from "./nameServer.ts";

let names: NameServer;
let testStack: TestStack;
let browser: Browser;
let close: BrowserStack["close"];

beforeAll(async () => {
  names = await openNameServer();
  ({ testStack, browser, close } = await openBrowserStack({ RATE_LIMITS: "off", DNS_RESOLVERS: names.address }));
});
afterAll(async () => {
  await close();
  await names.close();
});

async function openAs(
  account: Account,
  appearance: Appearance,
  path: string,
): Promise<{ page: Page; problems: string[] }> {
  const { context, page, problems } = await openContext(browser, appearance);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await context.addInitScript(signedInScript(account));
  await page.goto(testStack.appUrl + path);
  return { page, problems };
}

/** What a visitor of a domain gets: the status, and where it leads. */
function visit(host: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { port: testStack.shortPort, host: "127.0.0.1", path, headers: { host } };
    request(options, (response) => {
      response.resume();
      resolve(`${response.statusCode} ${response.headers.location ?? ""}`.trim());
    })
      .on("error", reject)
      .end();
  });
}

test("a domain is added, proved, used for a link, set up and removed", async () => {
  const account = await openAccount(testStack.appUrl, "domains@example.com");
  const { page, problems } = await openAs(account, "wide-light", "/dashboard");
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^Domains/ })
    .click();
  await page.getByRole("button", { name: "Add your first domain" }).waitFor();
  await inspectInBothColours(page, "domains-none-wide");
  await page.getByRole("button", { name: "Add your first domain" }).click();
  const name = page.getByRole("textbox", { name: "Domain" });
  await name.and(page.locator(":focus")).waitFor();
  await page.keyboard.type("localhost");
  await page.keyboard.press("Enter");
  await page.getByText("This name is known on its own machine or network only").first().waitFor();
  await name.fill("go.example.com");
  await inspectInBothColours(page, "domains-add-wide", { wholePage: false });
  await page.keyboard.press("Enter");

  const records = page.getByRole("dialog", { name: "DNS records of go.example.com" });
  await records.getByText("Pending", { exact: true }).waitFor();
  await records.getByText("There is no record").waitFor();
  expect(await records.getByRole("row").filter({ hasText: "Not found" }).count()).toBe(2);
  await inspectInBothColours(page, "domains-records-pending-wide", { wholePage: false });
  await records.getByRole("button", { name: "Copy value of the TXT record" }).press("Enter");
  await page.getByRole("alert").filter({ hasText: "Copied to clipboard!" }).waitFor();
  const token = String(await page.evaluate("navigator.clipboard.readText()"));
  expect(token).toMatch(/^hoplog-verification=\w+$/);

  names.texts.set("_hoplog.go.example.com", token);
  await records.getByRole("button", { name: "Check now" }).click();
  await records.getByRole("status").filter({ hasText: "Misconfigured: 1 of 2 records found." }).waitFor();
  await records.getByText("go.example.com leads nowhere yet.").waitFor();
  names.aliases.set("go.example.com", "localhost");
  await records.getByRole("button", { name: "Check now" }).click();
  await records.getByRole("status").filter({ hasText: "Verified: 2 of 2 records found." }).waitFor();
  await inspectInBothColours(page, "domains-records-verified-wide", { wholePage: false });
  await page.keyboard.press("Escape");

  const card = page.getByRole("article", { name: "go.example.com" });
  await card.getByText("Verified", { exact: true }).waitFor();
  await card.getByRole("button", { name: "Make default go.example.com" }).click();
  await card.getByText("Default", { exact: true }).waitFor();
  await card.getByRole("button", { name: "Settings of go.example.com" }).click();
  const settings = page.getByRole("dialog", { name: "Settings of go.example.com" });
  await settings.getByLabel("Bare domain leads to").fill("https://example.com/");
  await settings.getByLabel("assetlinks.json").fill("[{");
  await settings.getByRole("button", { name: "Save Changes" }).click();
  await settings.getByText("Must be JSON").waitFor();
  await settings.getByLabel("assetlinks.json").and(page.locator(":focus")).waitFor();
  await inspectInBothColours(page, "domains-settings-wide", { wholePage: false });
  await settings.getByLabel("assetlinks.json").fill("[]");
  await settings.getByRole("button", { name: "Save Changes" }).click();
  await settings.waitFor({ state: "hidden" });
  await inspectInBothColours(page, "domains-wide");

  // A simple link is made as before: two fields and Enter.
  await page.goto(`${testStack.appUrl}/urls?new=1`);
  const form = page.getByRole("dialog", { name: "Create New URL" });
  await form.getByLabel("Domain", { exact: true }).waitFor();
  await expect.poll(() => form.getByLabel("Domain", { exact: true }).inputValue()).toBe("go.example.com");
  await form.getByLabel("URL Name").fill("Docs");
  await form.getByLabel("Custom Short URL").fill("docs/start");
  await inspectInBothColours(page, "domains-link-form-wide", { wholePage: false });
  await form.getByLabel("Original URL").fill("https://example.com/docs");
  await page.keyboard.press("Enter");
  const link = page.getByRole("article", { name: "Docs" });
  await link.getByText("go.example.com/docs/start").waitFor();
  await link.getByRole("button", { name: "Copy short URL of Docs" }).click();
  await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe("https://go.example.com/docs/start");
  await expect.poll(() => visit("go.example.com", "/docs/start")).toBe("302 https://example.com/docs");
  await expect.poll(() => visit("go.example.com", "/")).toBe("302 https://example.com/");
  await page.getByRole("button", { name: "Edit Docs" }).click();
  const edited = page.getByRole("dialog", { name: "Edit URL" });
  expect(await edited.getByLabel("Domain", { exact: true }).inputValue()).toBe("go.example.com");
  await page.keyboard.press("Escape");

  await page.goto(`${testStack.appUrl}/settings/domains`);
  await card.getByRole("link", { name: "1 URL" }).waitFor();
  await card.getByRole("button", { name: "Remove go.example.com" }).click();
  const question = page.getByRole("dialog", { name: "Remove Domain" });
  await question.getByText(/Its 1 URL stays in the list, marked/).waitFor();
  await inspectInBothColours(page, "domains-remove-wide", { wholePage: false });
  await question.getByRole("button", { name: "Remove" }).click();
  await page.getByText("No domain of your own yet").waitFor();
  await expect.poll(() => visit("go.example.com", "/docs/start")).toBe("404");
  await page.goto(`${testStack.appUrl}/urls`);
  await link.getByText("Unreachable").waitFor();
  await link.getByRole("note").filter({ hasText: "go.example.com was removed" }).waitFor();
  await inspectInBothColours(page, "domains-link-removed-wide");
  await page.getByRole("button", { name: "Edit Docs" }).click();
  await edited.getByLabel("Domain", { exact: true }).selectOption("Default domain");
  await edited.getByLabel("Custom Short URL").fill("start");
  await page.keyboard.press("Enter");
  await link.getByText(`localhost:${testStack.shortPort}/start`).waitFor();
  await link.getByText("Unreachable").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "History of Docs" }).click();
  const changes = page.getByRole("dialog", { name: "History of Docs" }).getByRole("listitem");
  await changes.filter({ hasText: /Domain[^]*go\.example\.com[^]*The default one/ }).waitFor();
  expect(problems).toEqual([]);
});

test("everything about domains is accessible on a phone, and no wider than it", async () => {
  const account = await openAccount(testStack.appUrl, "phone@example.com");
  const name = "a-rather-long-name-for-short-links.marketing.example.org";
  await account.call("POST", "/api/domains", { name, ignoresCase: true });
  await account.createLink({ name: "Waiting" }, { domain: name, shortUrl: "spring" });
  const { page, problems } = await openAs(account, "phone-light", "/dashboard");
  await page.getByRole("button", { name: "Open menu" }).tap();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.getByRole("link", { name: /^Domains/ }).waitFor();
  await inspectInBothColours(page, "domains-menu-phone", { wholePage: false });
  await menu.getByRole("link", { name: /^Domains/ }).tap();
  const card = page.getByRole("article", { name });
  await card.getByText("Pending", { exact: true }).waitFor();
  await inspectInBothColours(page, "domains-phone");

  await card.getByRole("button", { name: "DNS records" }).tap();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Copy name of the CNAME record" }).waitFor();
  await inspectInBothColours(page, "domains-records-phone", { wholePage: false });
  const modal = `document.querySelector(".mantine-Modal-content")`;
  const overflow = () => page.evaluate(`${modal}.scrollWidth - ${modal}.clientWidth`);
  expect(await overflow()).toBe(0);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });

  await card.getByRole("button", { name: `Settings of ${name}` }).tap();
  await dialog.getByLabel("robots.txt").waitFor();
  await inspectInBothColours(page, "domains-settings-phone", { wholePage: false });
  expect(await overflow()).toBe(0);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });

  await card.getByRole("button", { name: `Remove ${name}` }).tap();
  await dialog.getByText(/Its 1 URL stays/).waitFor();
  await inspectInBothColours(page, "domains-remove-phone", { wholePage: false });
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Add Domain" }).tap();
  await dialog.getByRole("textbox", { name: "Domain" }).waitFor();
  await inspectInBothColours(page, "domains-add-phone", { wholePage: false });
  await page.keyboard.press("Escape");

  await page.goto(`${testStack.appUrl}/urls?domain=${name}`);
  await page.getByRole("article", { name: "Waiting" }).getByText("Unreachable").waitFor();
  await page.getByRole("note").filter({ hasText: "is not verified yet" }).waitFor();
  await inspectInBothColours(page, "domains-links-phone");
  await page.getByRole("button", { name: "Edit Waiting" }).tap();
  await dialog.getByLabel("Domain", { exact: true }).waitFor();
  await dialog.getByText(/Upper and lower case are the same/).waitFor();
  await inspectInBothColours(page, "domains-link-form-phone", { wholePage: false });
  expect(await overflow()).toBe(0);
  expect(problems).toEqual([]);
});
