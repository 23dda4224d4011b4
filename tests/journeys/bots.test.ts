import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, signedInScript, type Account } from "../running/account.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { inspect, openContext } from "../browser/appearance.ts";
import { visitors } from "../browser/visitors.ts";
import type { StackPlace } from "../running/runningStack.ts";

let testStack: StackPlace;
let browser: Browser;
let close: BrowserStack["close"];
let account: Account;

beforeAll(async () => {
  ({ testStack, browser, close } = await shareBrowserStack());
  account = await openAccount(testStack.appUrl, "bots@example.com");
  await account.createLink({ name: "Documentation" }, { shortUrl: "handbook" });
});
afterAll(() => close());

async function visit(agent: string): Promise<void> {
  const headers = { "user-agent": agent, referer: "https://news.example/story" };
  const answer = await fetch(`${testStack.shortUrl}/handbook`, { redirect: "manual", headers });
  await answer.body?.cancel();
}

test("somebody sees what was taken for bots, and why", async () => {
  const person = visitors.firefoxOnLinux;
  const { context, page, problems } = await openContext(browser);
  // Before it reloads, the page waits nine times as long as the last response took.
  context.setDefaultTimeout(180_000);
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/analytics/bots`);
  await page.getByRole("heading", { level: 1, name: "Bots" }).waitFor();
  // Waits for the subscription: clicks between the page's first query and its subscription are shown only with the next
  // click, which would never arrive.
  await page.getByRole("status").getByText("Live", { exact: true }).waitFor();
  await visit(visitors.googlebot);
  await visit("curl/8.5.0");
  await visit(person);
  // The list is updated as clicks arrive.
  const agents = page.getByRole("region", { name: "User agents" });
  await agents.getByText("curl/8.5.0").waitFor();
  await agents.getByText("http library: curl").first().waitFor();
  const samples = page.getByRole("region", { name: "Newest clicks" });
  await samples.getByText(visitors.googlebot).first().waitFor();
  expect(await samples.getByText(person).count()).toBe(0);
  await page.locator(".js-plotly-plot").first().waitFor();
  await inspect(page, "own-bots-full");

  await agents.getByRole("button", { name: "Show only curl/8.5.0" }).click();
  await page.getByRole("button", { name: "Remove filter User agent: curl/8.5.0" }).waitFor();
  expect(new URL(page.url()).searchParams.get("agent")).toBe("curl/8.5.0");
  await expect.poll(() => samples.getByRole("listitem").count()).toBe(1);
  await page.getByRole("button", { name: /^Remove filter User agent/ }).click();
  await page.getByLabel("Show people instead").check();
  await samples.getByText(person).first().waitFor();
  await samples
    .getByRole("link", { name: /handbook$/ })
    .first()
    .click();
  await page.getByRole("dialog", { name: /Click Analytics/ }).waitFor();
  await page.keyboard.press("Escape");

  // Visitors with this user agent now count as bots.
  const own = page.getByRole("region", { name: "Your rules" });
  await page.getByRole("button", { name: `Is a bot: ${person}` }).click();
  await own.getByText("a bot").first().waitFor();
  await visit(person);
  await page.getByLabel("Show people instead").uncheck();
  await page.getByRole("region", { name: "Reasons" }).getByText("workspace: agent").waitFor();
  await own.getByRole("button", { name: "Try on the past" }).click();
  const tried = page.getByRole("dialog", { name: "Rules on the past" });
  await tried.getByText(/would be bots/).waitFor();
  await tried
    .getByRole("region", { name: "Changes by day and URL" })
    .getByText(/handbook$/)
    .first()
    .waitFor();
  await inspect(page, "own-bots-try");
  await page.keyboard.press("Escape");
  await tried.waitFor({ state: "detached" });
  await own.getByRole("button", { name: "Edit rules" }).click();
  const form = page.getByRole("dialog", { name: "Edit Rules" });
  await form.getByLabel("Addresses of your own").fill("127.0.0.0/8");
  await inspect(page, "own-bots-rules");
  await form.getByRole("button", { name: "Save" }).click();
  await own.getByText("Own visits, left out: 127.0.0.0/8").waitFor();
  await visit(visitors.chromeOnWindows);
  await page.getByRole("region", { name: "Reasons" }).getByText("own visit: address").waitFor();
  // A browser can be excluded by a cookie, whatever its address.
  await own.getByRole("button", { name: "Edit rules" }).click();
  await form.getByLabel("Addresses of your own").fill("");
  await form.getByLabel("Parameter that marks your own visits").fill("me");
  await form.getByLabel("Value of the parameter").fill("it-is-us");
  await form.getByRole("button", { name: "Save" }).click();
  const [asking] = await Promise.all([
    context.waitForEvent("page"),
    own.getByRole("link", { name: /^Leave out this browser at/ }).click(),
  ]);
  await asking.getByRole("heading", { name: "Own visits" }).waitFor();
  await inspect(asking, "own-visits");
  await asking.getByRole("button", { name: "Leave out this browser" }).click();
  await asking.getByRole("heading", { name: "Left out" }).waitFor();
  await context.request.get(`${testStack.shortUrl}/handbook`, { maxRedirects: 0, headers: { "user-agent": person } });
  await page.getByRole("region", { name: "Reasons" }).getByText("own visit: parameter").waitFor();
  await asking.getByRole("button", { name: "Count this browser again" }).click();
  await asking.getByRole("heading", { name: "Counted again" }).waitFor();
  expect((await context.cookies(testStack.shortUrl)).filter(({ name }) => name === "hoplog_own")).toEqual([]);
  await asking.close();
  // Saving the emptied form deletes the rules.
  await own.getByRole("button", { name: "Edit rules" }).click();
  await form.getByLabel("Addresses of your own").fill("");
  await form.getByLabel("Who is a person, and who is a bot").fill("");
  await form.getByLabel("Parameter that marks your own visits").fill("");
  await form.getByLabel("Value of the parameter").fill("");
  await form.getByRole("button", { name: "Save" }).click();
  await own.getByText("Own visits are counted like any others.").waitFor();
  expect(problems).toEqual([]);
});
