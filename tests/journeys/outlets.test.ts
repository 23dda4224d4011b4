import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inspect, openContext } from "../browser/appearance.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { databasesOf } from "../operations/databases.ts";
import { openAccount, signedInScript } from "../running/account.ts";
import { openMailbox } from "../running/mailbox.ts";
import type { StackPlace } from "../running/runningStack.ts";

let testStack: StackPlace;
let browser: Browser;
let close: BrowserStack["close"];

beforeAll(async () => {
  ({ testStack, browser, close } = await shareBrowserStack());
});
afterAll(() => close());

const url = "http://127.0.0.1:9/hooks";

test("an old session is asked for the password before it creates a webhook", async () => {
  const account = await openAccount(testStack.appUrl, "confirm@example.com");
  await databasesOf(testStack).postgres(
    "UPDATE session SET created_at = now() - interval '11 minutes' WHERE user_id = $1",
    [account.id],
  );
  const { context, page, problems } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/settings/webhooks`);
  await page.getByRole("button", { name: "Set Up a Webhook" }).click();
  const form = page.getByRole("form", { name: "New Webhook" });
  await form.getByLabel("URL", { exact: false }).first().fill(url);
  await form.getByLabel("Name").fill("Shop");
  const create = form.getByRole("button", { name: "Create Webhook" });
  await create.click();

  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByText("Current password is required").waitFor();
  await dialog.getByLabel("Your password", { exact: true }).fill("not my password");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByText("Current password is incorrect").waitFor();
  await inspect(page, "confirm-wrong");
  await dialog.getByRole("button", { name: "No password? Get a code by mail" }).click();
  await dialog.getByText("This account has a password. Enter the password instead of a code").first().waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Confirm your session to continue.").first().waitFor();

  // The form still contains the user's input.
  await create.click();
  await dialog.getByLabel("Your password", { exact: true }).fill(account.password);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  const secret = page.getByRole("dialog", { name: "Secret of Shop" });
  await secret.getByRole("button", { name: "Done" }).click();
  await page.getByRole("article", { name: "Shop" }).waitFor();
  // For ten minutes the user is not asked for the password again.
  await account.call("POST", "/api/reports", { email: account.email, cadence: "weekly", tz: "UTC" });
  await openMailbox(testStack).mail(account.email, "Shop");
  expect(problems).toEqual([]);
});

test("after a reset the owner finds what a thief created, resumes one and deletes another", async () => {
  const email = "robbed@example.com";
  const thief = await openAccount(testStack.appUrl, email);
  const webhook = { url, events: ["link.created"] };
  await thief.call("POST", "/api/webhooks", { ...webhook, name: "Mine after all" });
  await thief.call("POST", "/api/webhooks", { ...webhook, name: "Not mine" });
  const { page, problems } = await openContext(browser, "phone");
  await page.goto(`${testStack.appUrl}/forgot-password`);
  await page.getByRole("textbox").fill(email);
  await page.getByRole("button", { name: /send/i }).click();
  await page.goto(await openMailbox(testStack).link("reset-password", email));
  const password = "another battery staple";
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill(password);
  await page.getByRole("button", { name: /reset/i }).click();
  await page.waitForURL(`${testStack.appUrl}/login**`);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect.poll(() => page.url()).toBe(`${testStack.appUrl}/dashboard`);

  await page.goto(`${testStack.appUrl}/settings/webhooks`);
  await page.getByText("2 paused").waitFor();
  await inspect(page, "webhooks-paused");
  await page.getByRole("link", { name: "Review access and outlets" }).click();
  const outlets = page.getByRole("list", { name: "Outlets" });
  await outlets.getByText("Not mine").waitFor();
  await inspect(page, "outlets-paused");
  await page.getByRole("button", { name: "Resume Mine after all" }).click();
  await page.getByText("Webhook resumed.").waitFor();
  await page.getByRole("button", { name: "Resume Mine after all" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Delete Not mine" }).click();
  const question = page.getByRole("dialog", { name: "Delete Webhook" });
  await inspect(page, "outlets-delete");
  await question.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Webhook deleted.").waitFor();
  await outlets.getByText("Not mine").waitFor({ state: "detached" });
  expect(await page.getByText("1 paused").count()).toBe(0);
  await page.goto(`${testStack.appUrl}/settings/webhooks`);
  await page.getByRole("article", { name: "Mine after all" }).waitFor();
  expect(await page.getByRole("article", { name: "Not mine" }).count()).toBe(0);
  expect(problems).toEqual([]);
});
