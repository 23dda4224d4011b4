import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { inspect, openContext } from "../browser/appearance.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { openDestination } from "../browser/destination.ts";
import { visitors } from "../browser/visitors.ts";
import { type Account, openAccount, signedInScript } from "../running/account.ts";
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

const people = Object.values(visitors).filter((agent) => !/bot/i.test(agent));

async function visit(code: string): Promise<void> {
  for (const userAgent of people) {
    await fetch(`${testStack.shortUrl}/${code}`, { redirect: "manual", headers: { "user-agent": userAgent } });
  }
}

/** Starts a site that embeds the page in a frame; browsers treat another host name as another site. */
async function openSite(address: string): Promise<string> {
  const site = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><title>Partner</title><iframe src="${address}" width="900" height="700"></iframe>`);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void site.close());
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
}

async function owned(email: string): Promise<{ account: Account; code: string; id: string }> {
  const account = await openAccount(testStack.appUrl, email);
  const link = await account.createLink({ name: "Landing page", originalUrl: destination.url });
  await visit(link.code);
  await expect.poll(() => account.clicks()).toBe(people.length);
  return { account, ...link };
}

test("a page is shared, looked at live, changed and revoked", async () => {
  const { account, code, id } = await owned("shares@example.com");
  const owner = await openContext(browser);
  await owner.context.addInitScript(signedInScript(account));
  const { page } = owner;
  await page.goto(`${testStack.appUrl}/analytics`);
  await page.getByRole("main").getByRole("link", { name: "Share", exact: true }).click();
  await page.getByText("No shared page yet").waitFor();
  await inspect(page, "shares-none");
  await page.goto(`${testStack.appUrl}/settings/shares?new=link:${id}`);
  const form = page.getByRole("dialog", { name: "Share a Page" });
  await form.getByRole("textbox", { name: "URL" }).and(page.locator('[value="Landing page"]')).waitFor();
  await form.getByRole("button", { name: "Share", exact: true }).click();
  await form.getByText("A name is required").waitFor();
  await form.getByRole("textbox", { name: "Name" }).fill("Spring campaign");
  await form.getByLabel("Browser").check();
  await form.getByRole("textbox", { name: "Password" }).fill("short");
  await form.getByRole("button", { name: "Share", exact: true }).click();
  await form.getByText("Must have 8 to 128 characters").waitFor();
  await form.getByRole("textbox", { name: "Password" }).fill("open sesame");
  await inspect(page, "shares-new");
  await form.getByRole("button", { name: "Share", exact: true }).click();
  const address = await page.getByRole("textbox", { name: "Address" }).inputValue();
  expect(address).toMatch(/\/stats\/[\w-]{32}$/);
  await inspect(page, "shares-address");
  await page.keyboard.press("Escape");
  await page.getByRole("article", { name: "Spring campaign" }).getByText("Password").waitFor();
  await inspect(page, "shares-list");

  const visitor = await openContext(browser, "phone");
  const shown = visitor.page;
  const requests: string[] = [];
  shown.on("request", (request) => requests.push(request.url()));
  await shown.goto(address);
  await shown.getByRole("heading", { name: "This page has a password" }).waitFor();
  await shown.getByLabel("Password").fill("wrong guess");
  await shown.getByRole("button", { name: "Show the page" }).click();
  await shown.getByText("Wrong password").waitFor();
  await inspect(shown, "shared-password");
  // Expects only the browser's messages about 401 and 422 responses.
  expect(visitor.problems.splice(0).every((problem) => /status of 4(01|22)/.test(problem))).toBe(true);
  await shown.getByLabel("Password").fill("open sesame");
  await shown.keyboard.press("Enter");
  await shown.getByRole("heading", { name: "Spring campaign" }).waitFor();
  await shown.getByText("Live", { exact: true }).waitFor();
  const clicks = shown.getByRole("definition").first();
  await expect.poll(() => clicks.innerText()).toBe(String(people.length));
  expect(await shown.title()).toBe("Spring campaign");
  expect(await shown.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex, nofollow");
  await visit(code);
  await expect.poll(() => clicks.innerText()).toBe(String(people.length * 2));
  await inspect(shown, "shared-page");
  await shown.getByRole("button", { name: "Show as table" }).click();
  await shown.getByRole("columnheader", { name: "Clicks" }).waitFor();
  await shown.getByRole("button", { name: /^Show only Browser Firefox/ }).click();
  await expect.poll(() => clicks.innerText()).toBe("2");
  await inspect(shown, "shared-filtered");
  await shown.getByRole("button", { name: "Remove filter Browser is Firefox" }).click();
  await shown.getByLabel("Period").selectOption("24h");
  await expect.poll(() => clicks.innerText()).toBe(String(people.length * 2));
  const content = await shown.content();
  for (const secret of [destination.url, account.email, account.id, id]) expect(content).not.toContain(secret);
  expect(requests.filter((url) => url.includes("/graphql"))).toEqual([]);

  await page.getByRole("button", { name: "Edit Spring campaign" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Page" });
  await edit.getByRole("textbox", { name: "Name" }).fill("Autumn campaign");
  await edit.getByRole("button", { name: "Save" }).click();
  // A visitor who has entered the password sees the change at once, and keeps receiving live updates.
  await shown.getByRole("heading", { name: "Autumn campaign" }).waitFor();
  await shown.getByText("Live", { exact: true }).waitFor();
  await page.getByRole("button", { name: "New address of Autumn campaign" }).click();
  await page.getByRole("dialog", { name: "New Address" }).getByRole("button", { name: "Replace" }).click();
  const other = await page.getByRole("textbox", { name: "Address" }).inputValue();
  expect(other).not.toBe(address);
  await page.keyboard.press("Escape");
  await shown.getByRole("heading", { name: "There is no page here" }).waitFor();
  await shown.goto(other);
  await shown.getByLabel("Password").fill("open sesame");
  await shown.keyboard.press("Enter");
  await shown.getByText("Live", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Revoke Autumn campaign" }).click();
  await page.getByRole("dialog", { name: "Revoke Page" }).getByRole("button", { name: "Revoke" }).click();
  await page.getByText("No shared page yet").waitFor();
  await shown.getByRole("heading", { name: "There is no page here" }).waitFor();
  await inspect(shown, "shared-gone");
  expect(visitor.problems.filter((problem) => !/status of 40[14]/.test(problem))).toEqual([]);
  // Ignores the 422 responses that this test provokes.
  expect(owner.problems.filter((problem) => !/status of 422/.test(problem))).toEqual([]);
});

test("a page is embedded where that is allowed, and nowhere else", async () => {
  const { account } = await owned("embedded@example.com");
  const share = async (origins: string[]): Promise<string> => {
    const body = { name: "Embedded", target: "workspace", origins };
    const answer = (await account.call("POST", "/api/shares", body)) as { data: { url: string } };
    return answer.data.url.replace(/^https?:\/\/[^/]+/, testStack.appUrl);
  };
  const alone = await openSite(await share([]));
  const { page } = await openContext(browser);
  await page.goto(alone);
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/chrome-error/);

  const body = { name: "Embedded", target: "workspace" };
  const made = (await account.call("POST", "/api/shares", body)) as { data: { url: string; _id: string } };
  const site = await openSite(made.data.url.replace(/^https?:\/\/[^/]+/, testStack.appUrl));
  await account.call("PATCH", `/api/shares/${made.data._id}`, { origins: [site] });
  await page.goto(site);
  await page.frameLocator("iframe").getByRole("heading", { name: "Embedded" }).waitFor();
  await page.frameLocator("iframe").getByText("Live", { exact: true }).waitFor();
});
