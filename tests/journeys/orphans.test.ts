import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, signedInScript, type Account } from "../running/account.ts";
import { type BrowserStack, openBrowserStack } from "../browser/browserStack.ts";
import { inspect, openContext } from "../browser/appearance.ts";
import { visitors } from "../browser/visitors.ts";
import type { TestStack } from "../running/runningStack.ts";

let testStack: TestStack;
let browser: Browser;
let close: BrowserStack["close"];
let account: Account;

beforeAll(async () => {
  ({ testStack, browser, close } = await openBrowserStack({ RATE_LIMITS: "off" }));
  account = await openAccount(testStack.appUrl, "ada@example.com");
  await account.createLink({ name: "Documentation" }, { shortUrl: "handbook" });
});
afterAll(() => close());

const [agent = ""] = Object.values(visitors);

async function visit(path: string, referer = "https://news.example/story"): Promise<void> {
  const headers = { "user-agent": agent, referer };
  await (await fetch(testStack.shortUrl + path, { redirect: "manual", headers })).body?.cancel();
}

// The installation's only account also sees misses that belong to no account.
test("somebody mends what visitors miss, as they miss it", async () => {
  const code = "sale";
  const { context, page, problems } = await openContext(browser, "phone");
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/analytics/orphans`);
  await page.getByRole("heading", { level: 1, name: "Orphan visits" }).waitFor();
  const live = page.getByRole("region", { name: "Last 30 minutes" });
  const codes = page.getByRole("region", { name: "What was asked for" });
  await live.getByText(/^\d+ (person|people), /).waitFor();

  await visit(`/${code}`);
  await visit(`/${code}`);
  await visit("/handbok");
  await visit("/");
  await live.getByText(`/${code}`).first().waitFor();
  await live.getByText("Bare host").first().waitFor();
  await codes.getByRole("button", { name: new RegExp(`^Show only .*/${code}$`) }).waitFor();
  await codes.getByText("Meant perhaps:").waitFor();
  await codes.getByRole("link", { name: /handbook$/ }).waitFor();
  await page.getByRole("region", { name: "Referrers" }).getByText("news.example").waitFor();
  await page.locator(".js-plotly-plot").first().waitFor();
  await inspect(page, "own-orphans-full");

  await codes.getByRole("button", { name: new RegExp(`^Create link .*/${code}$`) }).click();
  const form = page.getByRole("dialog", { name: "Create New URL" });
  await expect
    .poll(() =>
      form
        .getByLabel(/Custom Short URL|Short URL/)
        .first()
        .inputValue(),
    )
    .toBe(code);
  await form.getByLabel(/Name/).first().fill("Sale");
  await form
    .getByLabel(/Original URL/)
    .first()
    .fill("https://example.com/sale");
  await form.getByRole("button", { name: "Create URL" }).click();
  await form.waitFor({ state: "detached" });
  const asked = codes.getByRole("listitem").filter({ hasText: `/${code}` });
  await asked.getByText("by now").waitFor();
  expect(await asked.getByRole("button", { name: /^Create link/ }).count()).toBe(0);
  const answer = await fetch(`${testStack.shortUrl}/${code}`, { redirect: "manual" });
  expect(answer.headers.get("location")).toBe("https://example.com/sale");

  await page.getByRole("button", { name: /^Show only Bare host/ }).click();
  await page.getByRole("button", { name: "Remove filter Reason: Bare host" }).waitFor();
  expect(new URL(page.url()).searchParams.get("reason")).toBe("baseUrl");
  await expect.poll(() => codes.getByRole("listitem").count()).toBe(1);
  await page.getByRole("button", { name: "Remove filter Reason: Bare host" }).click();
  await codes.getByRole("link", { name: /handbook$/ }).click();
  await page.getByRole("dialog", { name: /Click Analytics/ }).waitFor();
  expect(problems).toEqual([]);
});
