import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, signedInScript } from "../running/account.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { inspect, openContext } from "../browser/appearance.ts";
import { openDestination } from "../browser/destination.ts";
import { visitors } from "../browser/visitors.ts";
import { databasesOf } from "../operations/databases.ts";
import { openMailbox } from "../running/mailbox.ts";
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

const hourMs = 60 * 60 * 1000;
const [agent = ""] = Object.values(visitors);

/**
 * Copies a link's clicks into hours that are over, because an alarm evaluates only those, and one click into the same
 * hour of each of the four previous weeks. The following hour gets the clicks too, in case the hour changes during the
 * test.
 */
async function moveBack(linkId: string, clicks: number): Promise<void> {
  const { clickHouse } = databasesOf(testStack);
  const hour = Math.floor((Date.now() - 2 * 60_000) / hourMs) * hourMs - hourMs;
  const copy = (at: number, many: number) =>
    clickHouse(`INSERT INTO clicks SELECT * REPLACE (fromUnixTimestamp64Milli(${at}, 'UTC') AS at,
      generateUUIDv4() AS click_id, generateUUIDv4() AS batch_id) FROM clicks WHERE link_id = '${linkId}' LIMIT ${many}`);
  for (const weeks of [4, 3, 2, 1]) await copy(hour - weeks * 168 * hourMs, 1);
  await copy(hour, clicks);
  await copy(hour + hourMs, clicks);
}

test("somebody is mailed about a spike and finds it on the page", async () => {
  const email = "watch@example.com";
  const account = await openAccount(testStack.appUrl, "alarms@example.com");
  const link = await account.createLink({ name: "Spring sale", originalUrl: destination.url });
  for (let i = 0; i < 30; i++) {
    const headers = { "user-agent": agent };
    await (await fetch(`${testStack.shortUrl}/${link.code}`, { redirect: "manual", headers })).body?.cancel();
  }
  await expect.poll(() => account.clicks()).toBe(30);
  await moveBack(link.id, 30);

  const { context, page, problems } = await openContext(browser, "phone");
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/settings/alarms`);
  await page.getByRole("button", { name: "Make your first alarm" }).click();
  const form = page.getByRole("form", { name: "New Alarm" });
  await form.getByLabel("Of", { exact: true }).selectOption("One URL");
  await form.getByLabel(/^URL/).fill("nothing like it");
  await form.getByLabel("Email addresses").fill("nobody");
  await form.getByLabel("Time zone").fill("UTC");
  await form.getByRole("button", { name: "Create Alarm" }).click();
  await form.getByText("No link has this name or short code").waitFor();
  await form.getByLabel(/^URL/).fill("Spring sale");
  await form.getByRole("button", { name: "Create Alarm" }).click();
  await form.getByText("Please enter a valid email address").waitFor();
  await inspect(page, "alarms-new");
  await form.getByLabel("Email addresses").fill(email);
  await form.getByRole("button", { name: "Create Alarm" }).click();
  const name = "Many clicks of Spring sale in an hour";
  const card = page.getByRole("article", { name });
  await card.getByText("Waits for an address to agree").waitFor();

  const mailbox = openMailbox(testStack);
  await page.goto(await mailbox.link("confirm", email));
  await page.getByRole("button", { name: "Send me the alarms" }).click();
  await page.getByRole("heading", { name: "You will get the alarms" }).waitFor();
  await mailbox.mail(email, "More clicks of Spring sale");
  await page.goto(`${testStack.appUrl}/settings/alarms`);
  await page
    .getByRole("list", { name: "Alarms that fired" })
    .getByText("30 clicks of Spring sale, usually 1")
    .waitFor();
  await card.getByText(/^Since /).waitFor();
  await inspect(page, "alarms-fired");

  await card.getByRole("button", { name: `Send a test of ${name}` }).click();
  await page.getByText("A test is on its way.").waitFor();
  await mailbox.mail(email, "Test of an alarm on hoplog");
  await card.getByRole("button", { name: `Edit ${name}` }).click();
  const edit = page.getByRole("form", { name: "Edit Alarm" });
  await edit.getByLabel("Quiet from").fill("22:00");
  await edit.getByLabel("Quiet to").fill("07:00");
  await edit.getByRole("button", { name: "Save" }).click();
  await card.getByText("22:00 to 07:00").waitFor();
  await card.getByRole("switch", { name: `Watch: ${name}` }).press("Space");
  await expect.poll(() => card.getByRole("switch", { name: `Watch: ${name}` }).isChecked()).toBe(false);

  await page.goto(await mailbox.link("stop", email));
  await page.getByRole("button", { name: "Stop these alarms" }).click();
  await page.getByRole("heading", { name: "The alarms are stopped" }).waitFor();
  await page.goto(`${testStack.appUrl}/settings/alarms`);
  await card.getByText("No address").waitFor();
  await card.getByRole("button", { name: `Delete alarm ${name}` }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Make your first alarm" }).waitFor();
  expect(problems).toEqual([]);
});
