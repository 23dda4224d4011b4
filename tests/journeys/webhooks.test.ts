import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inspectInBothColours, openContext } from "../browser/appearance.ts";
import { type BrowserStack, openBrowserStack } from "../browser/browserStack.ts";
import { openAccount, signedInScript } from "../running/account.ts";
import type { TestStack } from "../running/runningStack.ts";

let testStack: TestStack;
let browser: Browser;
let close: BrowserStack["close"];
let receiver: Server;
let status = 204;
let url = "";

beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(status).end(status === 204 ? "" : "We are closed");
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const address = receiver.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/hooks`;
  ({ testStack, browser, close } = await openBrowserStack({ RATE_LIMITS: "off", WEBHOOK_NETWORKS: "127.0.0.1/32" }));
});
afterAll(async () => {
  await close();
  receiver.closeAllConnections();
  receiver.close();
});

test.each(["wide", "phone"] as const)(
  "somebody sets up a webhook, sees what was sent, and sends it again, %s",
  async (width) => {
    const account = await openAccount(testStack.appUrl, `webhooks.${width}@example.com`);
    await account.createLink({ name: "Autumn" });
    await account.createGroup("Press");
    const { context, page, problems } = await openContext(browser, `${width}-light`);
    await context.addInitScript(signedInScript(account));
    await page.goto(`${testStack.appUrl}/settings/webhooks`);
    await page.getByRole("button", { name: "Set Up a Webhook" }).click();
    const form = page.getByRole("form", { name: "New Webhook" });
    await form.getByRole("button", { name: "Create Webhook" }).click();
    await form.getByText("Must be a URL such as https://example.com/webhooks").waitFor();
    await form.getByLabel("URL", { exact: false }).first().fill(url);
    await form.getByLabel("Name").fill("Shop");
    await form.getByLabel("link.clicks").check();
    await form.getByLabel("Clicks", { exact: true }).fill("10, 20");
    await inspectInBothColours(page, `webhooks-new-${width}`, { wholePage: false });
    await form.getByRole("button", { name: "Create Webhook" }).click();
    const secret = page.getByRole("dialog", { name: "Secret of Shop" });
    expect(await secret.getByLabel("Secret", { exact: true }).inputValue()).toMatch(/^whsec_/);
    await secret.getByRole("button", { name: "Done" }).click();
    const card = page.getByRole("article", { name: "Shop" });

    status = 500;
    await card.getByRole("button", { name: "Send a test to Shop" }).click();
    const deliveries = page.getByRole("dialog", { name: "Deliveries of Shop" });
    await deliveries.getByText("The answer was 500").waitFor();
    await deliveries.getByRole("button", { name: /^Show test of/ }).click();
    await deliveries.getByText("We are closed").waitFor();
    await deliveries.getByText("This is a test, sent by hand.").waitFor();
    await inspectInBothColours(page, `webhooks-deliveries-${width}`, { wholePage: false });
    status = 204;
    await deliveries.getByRole("button", { name: "Send Again" }).click();
    await deliveries.getByText("Delivered (204)").waitFor();
    await account.createLink({ name: "Spring" });
    await deliveries.getByText("link.created").waitFor();
    await deliveries.getByRole("button", { name: "Close" }).click();

    await card.getByRole("button", { name: "New secret of Shop" }).click();
    await page.getByRole("button", { name: "Replace" }).click();
    await secret.getByText(/messages are signed by the secret before as well/).waitFor();
    await secret.getByRole("button", { name: "Done" }).click();
    await card.getByRole("button", { name: "Pause Shop" }).click();
    await card.getByText("Paused", { exact: true }).waitFor();
    await card.getByRole("button", { name: "Edit Shop" }).click();
    const edit = page.getByRole("form", { name: "Edit Webhook" });
    await edit.getByLabel("In order").check();
    await edit.getByRole("combobox", { name: "URLs" }).fill("autu");
    await page.getByRole("option", { name: /^Autumn / }).click();
    await edit.getByRole("combobox", { name: "Groups" }).click();
    await page.getByRole("option", { name: "Press" }).click();
    await page.keyboard.press("Tab");
    await inspectInBothColours(page, `webhooks-narrowed-${width}`, { wholePage: false });
    await edit.getByRole("button", { name: "Save" }).click();
    await card.getByText("Messages of a URL one after the other").waitFor();
    await card.getByText("1 URL, 1 group").waitFor();
    await page.reload();
    await card.getByRole("button", { name: "Edit Shop" }).click();
    await edit.getByText(/^Autumn \(/).waitFor();
    await edit.getByText("Press", { exact: true }).waitFor();
    await edit.getByRole("combobox", { name: "URLs" }).press("Backspace");
    await edit.getByRole("button", { name: "Save" }).click();
    await card.getByText("1 group", { exact: true }).waitFor();
    await inspectInBothColours(page, `webhooks-${width}`);
    await card.getByRole("button", { name: "End Shop" }).click();
    await page.getByRole("dialog", { name: "End Webhook" }).getByRole("button", { name: "End", exact: true }).click();
    await page.getByRole("heading", { name: "No webhook yet" }).waitFor();
    expect(problems).toEqual([]);
  },
);
