import { expect } from "vitest";
import type { Browser, Page } from "playwright-core";
import { visitors } from "../browser/visitors.ts";

export interface MainJob {
  readonly browser: Browser;
  readonly appUrl: string;
  readonly shortUrl: string;
  /** URL of a page with the heading "You have arrived", as the link's destination. */
  readonly destination: string;
  readonly screenshot: (page: Page, name: string) => Promise<unknown>;
}

/** Runs the main use case: a user registers, creates a link, sees its visits arrive, and deactivates it. */
export async function mainJob({ browser, appUrl, shortUrl, destination, screenshot }: MainJob): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));

  await page.goto(`${appUrl}/register`);
  const person = { name: "Ada Lovelace", email: "ada@example.com", password: "correct horse battery" };
  await page.getByLabel("Full Name").fill(person.name);
  await page.getByLabel("Email address").fill(person.email);
  await page.getByLabel("Contact Number").fill("+44 20 7946 0000");
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm Password").fill(person.password);
  await screenshot(page, "register");
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.getByText("Registration successful! Please login.").waitFor();

  await page.waitForURL("**/login");
  await page.getByLabel("Email address").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "URLs Manage your short URLs" }).click();
  await page.getByText("No URLs created yet").waitFor();

  await page.getByRole("button", { name: "Create New URL" }).first().click();
  const form = page.getByRole("form", { name: "Create New URL" });
  await form.getByLabel("URL Name").fill("Landing page");
  await form.getByLabel("Original URL").fill(destination);
  await form.getByLabel("Custom Short URL").fill("landing");
  await form.getByRole("button", { name: "Create URL" }).click();
  await page.getByText("URL created successfully!").waitFor();

  const card = page.getByRole("article", { name: "Landing page" });
  const landing = `${shortUrl}/landing`;
  expect(await visit(browser, landing, visitors.chromeOnWindows)).toEqual({ status: 200, text: "You have arrived" });
  await card.getByText("1 click", { exact: true }).waitFor();
  await visit(browser, landing, visitors.firefoxOnLinux);
  await visit(browser, landing, visitors.safariOnIphone);
  await visit(browser, landing, visitors.googlebot);
  await card.getByText("3 clicks", { exact: true }).waitFor();
  await screenshot(page, "urls");

  await card.getByRole("button", { name: "View analytics of Landing page" }).click();
  const analytics = page.getByRole("dialog");
  await analytics.getByText("Showing 1-4 of 4 clicks").waitFor();
  for (const name of ["Chrome", "Firefox", "Mobile Safari"]) await analytics.getByText(name).first().waitFor();
  await analytics.locator(".js-plotly-plot .bars").first().waitFor();
  await screenshot(page, "analytics");
  await page.keyboard.press("Escape");

  await card.getByRole("button", { name: "Deactivate Landing page" }).click();
  await page.getByText("URL deactivated successfully!").waitFor();
  await expect
    .poll(() => visit(browser, landing, visitors.chromeOnWindows))
    .toEqual({ status: 410, text: "Link switched off" });
  await page.getByLabel("Show Inactive URLs").click();
  await card.getByText("Inactive").waitFor();

  expect(problems).toEqual([]);
  await context.close();
}

/** Visits in a separate browser context; resolves with the status and text of the final page. */
async function visit(browser: Browser, url: string, userAgent: string): Promise<{ status: number; text: string }> {
  const context = await browser.newContext({ userAgent });
  try {
    const page = await context.newPage();
    const response = await page.goto(url);
    return { status: response?.status() ?? 0, text: await page.locator("h1").innerText() };
  } finally {
    await context.close();
  }
}
