import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, signedInScript } from "../running/account.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { inspect, openContext } from "../browser/appearance.ts";
import { openMailbox } from "../running/mailbox.ts";
import type { StackPlace } from "../running/runningStack.ts";

let testStack: StackPlace;
let browser: Browser;
let close: BrowserStack["close"];

beforeAll(async () => {
  ({ testStack, browser, close } = await shareBrowserStack());
});
afterAll(() => close());

/** Returns the newest link with `path` among mails that contain `about`. */
const mailedLink = (path: string, about: string) => openMailbox(testStack).link(path, about);

test("the profile page asks for the password for another address, which one click in the other mailbox takes back", async () => {
  const account = await openAccount(testStack.appUrl, "mover@example.com");
  const { context, page, problems } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/profile`);
  await page.getByRole("button", { name: "Edit Profile" }).click();
  expect(await page.getByLabel(/^Current password/).count()).toBe(0);
  await page.getByLabel("Email address").fill("moved@example.com");
  await page.getByLabel(/^Current password/).fill("wrong password");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Current password is incorrect").first().waitFor();
  await inspect(page, "profile-another-address");
  await page.getByLabel(/^Current password/).fill(account.password);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Confirm your new email address").waitFor();
  await inspect(page, "profile-address-waits");
  await page.getByRole("button", { name: "Change Password" }).click();
  await page.getByRole("textbox", { name: "Current password" }).waitFor();
  await inspect(page, "profile-change-password");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Log Out Everywhere" }).click();
  await page.getByRole("button", { name: "End all sessions" }).waitFor();
  await inspect(page, "profile-log-out-everywhere");
  expect(problems).toEqual([]);

  const confirmation = await mailedLink("verify-email", "moved@example.com");
  await page.goto(await mailedLink("cancel-email-change", account.email));
  await page.getByRole("heading", { name: "The change is cancelled" }).waitFor();
  await inspect(page, "email-change-cancelled");
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.waitForURL(`${testStack.appUrl}/login`);
  const answer = await fetch(confirmation, { redirect: "manual" });
  expect(answer.headers.get("location")).toContain("email=expired");
});

test("the profile page sends reports to an address once that has agreed, and stops by the link in them", async () => {
  const email = "reader@example.com";
  const account = await openAccount(testStack.appUrl, "reports@example.com");
  const { context, page, problems } = await openContext(browser, "phone");
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/profile`);
  await page.getByRole("button", { name: "New Report" }).click();
  const form = page.getByRole("form", { name: "New Report" });
  await form.getByLabel("Email address").fill("nobody");
  await form.getByRole("button", { name: "Send Confirmation Mail" }).click();
  await form.getByText("Please enter a valid email address").waitFor();
  await inspect(page, "profile-new-report");
  await form.getByLabel("Email address").fill(email);
  await form.getByRole("button", { name: "Send Confirmation Mail" }).click();
  const reports = page.getByRole("list", { name: "Reports" });
  await reports.getByText("Waits for the link").waitFor();
  await page.goto(await mailedLink("confirm", email));
  await page.getByRole("heading", { name: "Do you want these reports?" }).waitFor();
  await inspect(page, "report-agree");
  await page.getByRole("button", { name: "Send me the reports" }).click();
  await page.getByRole("heading", { name: "You will get the reports" }).waitFor();
  await page.goto(`${testStack.appUrl}/profile`);
  await reports.getByText("Weekly. Next on").waitFor();
  await reports.getByRole("button", { name: `Send now to ${email}, weekly` }).click();
  await page.getByText(`The last report goes to ${email} now.`).waitFor();
  await inspect(page, "profile-reports");
  await page.goto(await mailedLink("stop", email));
  await page.getByRole("heading", { name: "Stop these reports?" }).waitFor();
  await inspect(page, "report-stop");
  await page.getByRole("button", { name: "Stop these reports" }).click();
  await page.getByRole("heading", { name: "The reports are stopped" }).waitFor();
  await page.goto(`${testStack.appUrl}/profile`);
  await page.getByRole("button", { name: "New Report" }).waitFor();
  expect(await reports.count()).toBe(0);
  expect(problems).toEqual([]);
});
