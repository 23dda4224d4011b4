import { request } from "node:http";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inspect, openContext } from "../browser/appearance.ts";
import { type BrowserStack, openBrowserStack } from "../browser/browserStack.ts";
import type { Width } from "../browser/screens.ts";
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
  path: string,
  width: Width = "wide",
): Promise<{ page: Page; problems: string[] }> {
  const { context, page, problems } = await openContext(browser, width);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await context.addInitScript(signedInScript(account));
  await page.goto(testStack.appUrl + path);
  return { page, problems };
}

/** Returns the status and redirect target of a visit to a domain. */
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

/** Too long for any layout without a line break. */
const host = "a-rather-long-name-for-short-links.marketing.example.com";

test("a domain is added, proved, used for a link, set up and removed", async () => {
  const account = await openAccount(testStack.appUrl, "domains@example.com");
  const { page, problems } = await openAs(account, "/dashboard");
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^Domains/ })
    .click();
  await page.getByRole("button", { name: "Add your first domain" }).waitFor();
  await inspect(page, "domains-none");
  await page.getByRole("button", { name: "Add your first domain" }).click();
  const field = page.getByRole("textbox", { name: "Domain" });
  await field.and(page.locator(":focus")).waitFor();
  await page.keyboard.type("localhost");
  await page.keyboard.press("Enter");
  await page
    .getByText("This name only exists on a local machine or network. Enter a public domain name")
    .first()
    .waitFor();
  await field.fill(host);
  await inspect(page, "domains-add");
  await page.keyboard.press("Enter");

  const records = page.getByRole("dialog", { name: `DNS records of ${host}` });
  await records.getByText("Pending", { exact: true }).waitFor();
  await records.getByText("was not found. Add it").waitFor();
  expect(await records.getByRole("row").filter({ hasText: "Not found" }).count()).toBe(2);
  await inspect(page, "domains-records-pending");
  await records.getByRole("button", { name: "Copy value of the TXT record" }).press("Enter");
  await page.getByRole("alert").filter({ hasText: "Copied to clipboard!" }).waitFor();
  const token = String(await page.evaluate("navigator.clipboard.readText()"));
  expect(token).toMatch(/^hoplog-verification=\w+$/);

  names.texts.set(`_hoplog.${host}`, token);
  await records.getByRole("button", { name: "Check now" }).click();
  await records.getByRole("status").filter({ hasText: "Misconfigured: 1 of 2 records found." }).waitFor();
  await records.getByText(`${host} does not point to any server yet.`).waitFor();
  names.aliases.set(host, "localhost");
  await records.getByRole("button", { name: "Check now" }).click();
  await records.getByRole("status").filter({ hasText: "Verified: 2 of 2 records found." }).waitFor();
  await inspect(page, "domains-records-verified");
  await page.keyboard.press("Escape");

  const card = page.getByRole("article", { name: host });
  await card.getByText("Verified", { exact: true }).waitFor();
  await card.getByRole("button", { name: `Make default ${host}` }).click();
  await card.getByText("Default", { exact: true }).waitFor();
  await card.getByRole("button", { name: `Settings of ${host}` }).click();
  const settings = page.getByRole("dialog", { name: `Settings of ${host}` });
  await settings.getByLabel("Bare domain leads to").fill("https://example.com/");
  await settings.getByLabel("assetlinks.json").fill("[{");
  await settings.getByRole("button", { name: "Save Changes" }).click();
  await settings.getByText("Must be valid JSON").waitFor();
  await settings.getByLabel("assetlinks.json").and(page.locator(":focus")).waitFor();
  await inspect(page, "domains-settings");
  await settings.getByLabel("assetlinks.json").fill("[]");
  await settings.getByRole("button", { name: "Save Changes" }).click();
  await settings.waitFor({ state: "hidden" });
  await inspect(page, "domains");

  // A simple link still needs only two fields and Enter.
  await page.goto(`${testStack.appUrl}/urls?new=1`);
  const form = page.getByRole("dialog", { name: "Create New URL" });
  await form.getByLabel("Domain", { exact: true }).waitFor();
  await expect.poll(() => form.getByLabel("Domain", { exact: true }).inputValue()).toBe(host);
  await form.getByLabel("URL Name").fill("Docs");
  await form.getByLabel("Custom Short URL").fill("docs/start");
  await inspect(page, "domains-link-form");
  await form.getByLabel("Original URL").fill("https://example.com/docs");
  await page.keyboard.press("Enter");
  const link = page.getByRole("article", { name: "Docs" });
  await link.getByText(`${host}/docs/start`).waitFor();
  await link.getByRole("button", { name: "Copy short URL of Docs" }).click();
  await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(`https://${host}/docs/start`);
  await expect.poll(() => visit(host, "/docs/start")).toBe("302 https://example.com/docs");
  await expect.poll(() => visit(host, "/")).toBe("302 https://example.com/");
  await page.getByRole("button", { name: "Edit Docs" }).click();
  const edited = page.getByRole("dialog", { name: "Edit URL" });
  expect(await edited.getByLabel("Domain", { exact: true }).inputValue()).toBe(host);
  await page.keyboard.press("Escape");

  await page.goto(`${testStack.appUrl}/settings/domains`);
  await card.getByRole("link", { name: "1 URL" }).waitFor();
  await card.getByRole("button", { name: `Remove ${host}` }).click();
  const question = page.getByRole("dialog", { name: "Remove Domain" });
  await question.getByText(/Its 1 URL stays in the list, marked/).waitFor();
  await inspect(page, "domains-remove");
  await question.getByRole("button", { name: "Remove" }).click();
  await page.getByText("No domain of your own yet").waitFor();
  await expect.poll(() => visit(host, "/docs/start")).toBe("404");
  await page.goto(`${testStack.appUrl}/urls`);
  await link.getByText("Unreachable").waitFor();
  await link
    .getByRole("note")
    .filter({ hasText: `${host} was removed` })
    .waitFor();
  await inspect(page, "domains-link-removed");
  await page.getByRole("button", { name: "Edit Docs" }).click();
  await edited.getByLabel("Domain", { exact: true }).selectOption("Default domain");
  await edited.getByLabel("Custom Short URL").fill("start");
  await page.keyboard.press("Enter");
  await link.getByText(`localhost:${testStack.shortPort}/start`).waitFor();
  await link.getByText("Unreachable").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "History of Docs" }).click();
  const changes = page.getByRole("dialog", { name: "History of Docs" }).getByRole("listitem");
  await changes.filter({ hasText: new RegExp(`Domain[^]*${host}[^]*The default one`) }).waitFor();
  expect(problems).toEqual([]);
});

test("a domain that waits is found, and all about it opens, by the menu of a phone", async () => {
  const account = await openAccount(testStack.appUrl, "phone@example.com");
  const name = "a-rather-long-name-for-short-links.marketing.example.org";
  await account.call("POST", "/api/domains", { name, ignoresCase: true });
  await account.createLink({ name: "Waiting" }, { domain: name, shortUrl: "spring" });
  const { page, problems } = await openAs(account, "/dashboard", "phone");
  await page.getByRole("button", { name: "Open menu" }).tap();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.getByRole("link", { name: /^Domains/ }).waitFor();
  await inspect(page, "domains-menu");
  await menu.getByRole("link", { name: /^Domains/ }).tap();
  const card = page.getByRole("article", { name });
  await card.getByText("Pending", { exact: true }).waitFor();
  await inspect(page, "domains-pending");

  await card.getByRole("button", { name: "DNS records" }).tap();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Copy name of the CNAME record" }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });

  await card.getByRole("button", { name: `Settings of ${name}` }).tap();
  await dialog.getByLabel("robots.txt").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });

  await card.getByRole("button", { name: `Remove ${name}` }).tap();
  await dialog.getByText(/Its 1 URL stays/).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Add Domain" }).tap();
  await dialog.getByRole("textbox", { name: "Domain" }).waitFor();
  await page.keyboard.press("Escape");

  await page.goto(`${testStack.appUrl}/urls?domain=${name}`);
  await page.getByRole("article", { name: "Waiting" }).getByText("Unreachable").waitFor();
  await page.getByRole("note").filter({ hasText: "is not verified yet" }).waitFor();
  await inspect(page, "domains-links");
  await page.getByRole("button", { name: "Edit Waiting" }).tap();
  await dialog.getByLabel("Domain", { exact: true }).waitFor();
  await dialog.getByText(/Upper and lower case are the same/).waitFor();
  await inspect(page, "domains-link-form-pending");
  expect(problems).toEqual([]);
});
