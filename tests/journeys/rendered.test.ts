import type { Browser, BrowserContext, Page, Response } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openAccount, signedInScript, type Account } from "../running/account.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { appearances, inspect, openContext, picture } from "../browser/appearance.ts";
import type { StackPlace } from "../running/runningStack.ts";

let testStack: StackPlace;
let browser: Browser;
let close: BrowserStack["close"];
let account: Account;
beforeAll(async () => {
  // The headless shell sends a new page an event that counts as use, so the page would load the app early.
  ({ testStack, browser, close } = await shareBrowserStack({ isWhole: true }));
  account = await openAccount(testStack.appUrl, "rendered@example.com");
});
afterAll(() => close());

/** Prerendered pages, each with a sentence near its end. */
const pages = {
  "/": "people who know what their links are doing.",
  "/privacy": "Google learns that you did.",
  "/terms": "you will be told by e-mail beforehand.",
  "/login": "Don't have an account?",
  "/register": "Please complete all fields",
  "/forgot-password": "Back to Login",
  "/reset-password?token=some": "Ask for another link",
};
/** Delays the page's modules until the returned function is called, to test what works without the app's scripts. */
async function withoutModules(page: Page): Promise<() => void> {
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/assets\/(?!early).*\.js$/, async (route) => {
    await gone;
    await route.continue();
  });
  return letGo;
}

/** Whether all style sheets are loaded; until then nothing is painted, although scripts and tests find elements. */
const isStyled = `document.readyState !== "loading" && [...document.querySelectorAll("link[rel=stylesheet]")].every(({ sheet }) => sheet)`;

/** Waits until an expression is true; the page's policy forbids Playwright's own `waitForFunction`. */
async function isTrue(page: Page, expression: string): Promise<void> {
  await expect.poll(() => page.evaluate(expression)).toBe(true);
}

/** Whether React has hydrated the page. */
const isTakenOver = `Object.keys(document.querySelector("h1")).some((key) => key.startsWith("__react"))`;

/** Clicks the theme toggle until the theme changes, which it does only after React has hydrated the page. */
async function takenOver(page: Page): Promise<void> {
  const scheme = () => page.evaluate("document.documentElement.dataset.mantineColorScheme");
  const before = await scheme();
  const toggle = page.getByRole("button", { name: /Switch to (dark|light) theme/ });
  await expect
    .poll(async () => {
      if ((await scheme()) === before) await toggle.click();
      return scheme();
    })
    .not.toBe(before);
}

/**
 * Returns an expression for the layout shift after `moment` by the page's clock; before that time, the browser may
 * paint half a page.
 */
const shiftsSince = (moment: number) => `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { startTime, value } of list.getEntries()) if (startTime > ${moment}) sum += value;
  }).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
})`;

test("every rendered page is read with scripts switched off", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  for (const [path, text] of Object.entries(pages)) {
    await page.goto(testStack.appUrl + path);
    for (const { name, viewport, colorScheme } of appearances) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      expect(await page.locator("h1").isVisible(), path).toBe(true);
      expect(await page.getByText(text).isVisible(), path).toBe(true);
      const background = await page.evaluate("getComputedStyle(document.body).backgroundColor");
      expect(background, path).toBe(colorScheme === "dark" ? "rgb(15, 21, 18)" : "rgb(243, 246, 241)");
      expect(await page.getByRole("button", { name: /Switch to/ }).count(), path).toBe(0);
      await picture(page, `plain-${path.replace(/\W+/g, "-").slice(1) || "landing"}-${name}`);
    }
  }
});

test("every rendered page is taken over as it stands: nothing is made anew, moves or complains", async () => {
  const { page, problems } = await openContext(browser);
  for (const { name, viewport, colorScheme } of appearances) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    for (const path of Object.keys(pages)) {
      const where = `${path}, ${name}`;
      const letGo = await withoutModules(page);
      await page.goto(testStack.appUrl + path, { waitUntil: "commit" });
      await isTrue(page, isStyled);
      const heading = page.locator("h1");
      await heading.evaluate((element) => element.setAttribute("data-rendered-at-build", ""));
      const before = await page.screenshot();
      const shown = Number(await page.evaluate("performance.now()"));
      letGo();
      await page.mouse.move(200, 300);
      await isTrue(page, isTakenOver);
      expect(await heading.getAttribute("data-rendered-at-build"), where).toBe("");
      expect((await page.screenshot()).equals(before), where).toBe(true);
      expect(await page.evaluate(shiftsSince(shown)), where).toBe(0);
      await takenOver(page);
      await page.unrouteAll({ behavior: "wait" });
      await page.evaluate("localStorage.clear()");
    }
  }
  expect(problems).toEqual([]);
});

describe.each(["/", "/privacy", "/terms"])("%s, which is there to be read", (path) => {
  test("runs nothing of the app before somebody uses it", async () => {
    const { page, problems } = await openContext(browser);
    await page.goto(testStack.appUrl + path, { waitUntil: "networkidle" });
    expect(await page.evaluate(isTakenOver)).toBe(false);
    await page.keyboard.press("Tab");
    await isTrue(page, isTakenOver);
    expect(problems).toEqual([]);
  });

  test("takes a tap that was quicker than the app", async () => {
    const { page, problems } = await openContext(browser, "phone");
    const letGo = await withoutModules(page);
    await page.goto(testStack.appUrl + path, { waitUntil: "domcontentloaded" });
    const marked = page.locator("[data-clicked-early]");
    const toggle = page.getByRole("button", { name: "Switch to dark theme" });
    await expect
      .poll(async () => {
        await toggle.tap();
        return marked.count();
      })
      .toBe(1);
    letGo();
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
    expect(await marked.count()).toBe(0);
    expect(problems).toEqual([]);
  });
});

test("what is typed, and sent off too early, before the scripts run is kept, and gets into no address", async () => {
  const { page, problems } = await openContext(browser);
  const letGo = await withoutModules(page);
  await page.goto(`${testStack.appUrl}/login`, { waitUntil: "commit" });
  await page.getByLabel("Email address").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.keyboard.press("Enter");
  letGo();
  await takenOver(page);
  expect(page.url()).toBe(`${testStack.appUrl}/login`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/dashboard");
  await page.getByRole("heading", { name: "Welcome back, Ada!" }).waitFor();
  expect(problems).toEqual([]);
});

test("what an address adds to a page is shown, though the page was rendered without it", async () => {
  const { page, problems } = await openContext(browser);
  await page.goto(`${testStack.appUrl}/login?message=user_exists_with_email&email=ada%40example.com`);
  await page.getByText("An account with this email already exists").waitFor();
  expect(await page.getByLabel("Email address").inputValue()).toBe("ada@example.com");
  await page.goto(`${testStack.appUrl}/login?error=oauth_failed`);
  await page.getByText("Google sign-in failed").waitFor();
  await page.goto(`${testStack.appUrl}/reset-password`);
  await page.waitForURL("**/forgot-password");
  await page.goto(`${testStack.appUrl}/no/such/page`);
  await page.waitForURL(`${testStack.appUrl}/`);
  await page.getByRole("heading", { name: "Short links" }).waitFor();
  expect(problems).toEqual([]);
});

describe("somebody signed in", () => {
  async function openSignedIn(): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
    const opened = await openContext(browser);
    await opened.context.addInitScript(signedInScript(account));
    return opened;
  }

  test("sees nothing of a page for guests on the way to the dashboard", async () => {
    const { page, problems } = await openSignedIn();
    for (const path of ["/login", "/register", "/forgot-password", "/reset-password?token=some"]) {
      const letGo = await withoutModules(page);
      await page.goto(testStack.appUrl + path, { waitUntil: "commit" });
      await isTrue(page, isStyled);
      expect(await page.locator("h1").isVisible(), path).toBe(false);
      letGo();
      await page.waitForURL("**/dashboard");
      await page.getByRole("heading", { name: "Welcome back, Ada!" }).waitFor();
      await page.unrouteAll({ behavior: "wait" });
    }
    expect(problems).toEqual([]);
  });

  test("is led to the dashboard by the pages that all may see", async () => {
    const { page, problems } = await openSignedIn();
    for (const path of ["/", "/privacy", "/terms"]) {
      await page.goto(testStack.appUrl + path);
      await page.getByRole("link", { name: "Go to Dashboard" }).waitFor();
      expect(await page.getByRole("link", { name: "Sign In" }).count()).toBe(0);
    }
    await inspect(page, "own-terms");
    expect(problems).toEqual([]);
  });
});

test.each([
  ["/", 6],
  ["/privacy", 6],
  ["/login", 8],
  ["/register", 8],
])("a cold visit of %s fetches at most %i scripts and styles, each without the page's policy", async (path, max) => {
  const { page } = await openContext(browser);
  const answers: Response[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/assets/")) answers.push(response);
  });
  await page.goto(testStack.appUrl + path, { waitUntil: "networkidle" });
  expect(answers.length).toBeGreaterThan(2);
  expect(answers.length).toBeLessThanOrEqual(max);
  for (const answer of answers) {
    const one = await answer.allHeaders();
    expect(one).toMatchObject({ "x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin" });
    expect(Object.keys(one)).not.toContain("content-security-policy");
  }
});
