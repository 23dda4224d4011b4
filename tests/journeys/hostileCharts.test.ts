import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectCopiedClicks } from "../analysts/copiedClicks.ts";
import { openContext } from "../browser/appearance.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
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

const hostile = "<a href='//t.co'>in</a>";

/** Replaces values in every top list, as if a visitor could also choose countries and providers. */
function withHostileValues(text: string): string {
  return JSON.stringify(
    JSON.parse(text, (key, value: unknown) => {
      if (!/^top[A-Z]/.test(key) || !Array.isArray(value)) return value;
      const named = key === "topCountries" ? { name: hostile, code: hostile } : { value: hostile };
      const __typename = key === "topCountries" ? "CountryCount" : "ValueCount";
      return [{ __typename, ...named, clicks: 3 }];
    }),
  );
}

/** Expects charts to be drawn, with HTML links in values shown as text. */
async function expectText(page: Page, charts: number): Promise<void> {
  await expect.poll(() => page.locator(".js-plotly-plot .main-svg text").count()).toBeGreaterThan(0);
  await expect.poll(() => page.locator(".js-plotly-plot").count()).toBeGreaterThanOrEqual(charts);
  await expect.poll(() => page.locator(".js-plotly-plot text", { hasText: "<a href=" }).count()).toBeGreaterThan(0);
  expect(await page.locator(".js-plotly-plot a").count()).toBe(0);
}

test("a link that a visitor or a name brings into a chart is text there", async () => {
  const account = await openAccount(testStack.appUrl, "hostile-charts@example.com");
  const groupId = await account.createGroup(hostile);
  const link = await account.createLink({ name: hostile, groupId });
  const visit = `${testStack.shortUrl}/${link.code}?utm_source=${encodeURIComponent(hostile)}`;
  await fetch(visit, { redirect: "manual", headers: { "user-agent": visitors.firefoxOnLinux } });
  await expect.poll(() => account.clicks()).toBe(1);
  await account.call("POST", "/api/notes", { text: hostile, linkId: link.id, at: new Date().toISOString() });
  const { context, page } = await openContext(browser);
  await context.addInitScript(signedInScript(account));

  await page.goto(`${testStack.appUrl}/dashboard`);
  await expectText(page, 2);

  await expectCopiedClicks(testStack.appUrl, account, 1);
  await page.goto(`${testStack.appUrl}/analytics/sql`);
  const editor = page.getByRole("textbox", { name: "Query" });
  await editor.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  const columns = `utm_source, count() AS "${hostile} one", count() AS "${hostile} two"`;
  await page.keyboard.insertText(`SELECT ${columns} FROM clicks GROUP BY utm_source`);
  await page.getByRole("button", { name: "Run" }).click();
  const result = page.getByRole("region", { name: "Result" });
  await result.getByText("Chart", { exact: true }).click();
  await expectText(page, 1);
  await page.getByRole("combobox", { name: "Up" }).press("ArrowDown");
  await page
    .getByRole("listbox", { name: "Up" })
    .getByRole("option", { name: `${hostile} two` })
    .click();
  // The legend shows column names, and the axis shows values.
  await result.locator(".legendtext", { hasText: "<a href=" }).first().waitFor();
  await expect.poll(() => result.locator(".xtick text").allTextContents()).toEqual([hostile]);
  await page.locator(".js-plotly-plot .point").first().hover({ force: true });
  await page.locator(".js-plotly-plot .hoverlayer text", { hasText: "<a href=" }).first().waitFor();
  expect(await page.locator(".js-plotly-plot a").count()).toBe(0);

  await page.route(/\/graphql(\?|$)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: withHostileValues(await response.text()) });
  });
  await page.goto(`${testStack.appUrl}/urls?analytics=${link.id}`);
  const analytics = page.getByRole("dialog", { name: /Click Analytics/ });
  for (const title of ["Countries", "Browsers", "Operating Systems", "Devices", "Referrers", "Internet Providers"]) {
    const card = analytics.getByRole("region", { name: new RegExp(title) });
    await card.scrollIntoViewIfNeeded();
    await card.locator("text", { hasText: "<a href=" }).first().waitFor();
  }
  await expectText(page, 6);
  // A live response may still be pending when the page closes.
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
