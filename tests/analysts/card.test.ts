import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, signedInScript } from "../running/account.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { inspect, openContext } from "../browser/appearance.ts";
import type { StackPlace } from "../running/runningStack.ts";
import { canLogIn } from "./sql.ts";

let testStack: StackPlace;
let browser: Browser;
let close: BrowserStack["close"];

beforeAll(async () => {
  ({ testStack, browser, close } = await shareBrowserStack());
});
afterAll(() => close());

test("the card of SQL access: from none to a password that works, and back", async () => {
  const account = await openAccount(testStack.appUrl, "card@example.com");
  const { context, page, problems } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/profile`);
  const card = page.getByRole("region", { name: "SQL Access" });
  await card.getByRole("button", { name: "Create SQL Access" }).click();
  const form = page.getByRole("form", { name: "Create SQL Access" });
  await form.getByLabel("Your password", { exact: true }).fill("wrong");
  await form.getByRole("button", { name: "Create" }).click();
  await form.getByText("Password is incorrect").waitFor();
  await inspect(page, "own-sql-access-password");
  await form.getByLabel("Your password", { exact: true }).fill(account.password);
  await form.getByRole("button", { name: "Create" }).click();
  await card.getByText("Copy the password now").waitFor();
  const shownValue = async (label: string) =>
    (
      await card
        .locator("dl > div")
        .filter({ has: page.getByText(label, { exact: true }) })
        .locator("dd")
        .innerText()
    ).trim();
  const login = {
    user: await shownValue("User"),
    password: await shownValue("Password"),
    url: await shownValue("Address"),
  };
  await inspect(page, "own-sql-access");
  await expect.poll(() => canLogIn(login)).toBe(true);

  await page.reload();
  await card.getByText(login.user, { exact: true }).waitFor();
  expect(await card.getByText(login.password).count()).toBe(0);
  await card.getByRole("button", { name: "Revoke SQL Access" }).click();
  const question = page.getByRole("dialog", { name: "Revoke SQL Access" });
  await question.getByRole("button", { name: "Revoke" }).waitFor();
  await inspect(page, "own-sql-access-revoke");
  await question.getByRole("button", { name: "Revoke" }).click();
  await card.getByRole("button", { name: "Create SQL Access" }).waitFor();
  await expect.poll(() => canLogIn(login)).toBe(false);
  expect(problems).toEqual([]);
});
