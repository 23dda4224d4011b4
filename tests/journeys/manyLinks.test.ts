import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { inspect } from "../browser/appearance.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { type Account, openAccount } from "../running/account.ts";
import { openSignedIn } from "../browser/signedIn.ts";
import type { StackPlace } from "../running/runningStack.ts";

let testStack: StackPlace;
let browser: Browser;
let close: BrowserStack["close"];

beforeAll(async () => {
  ({ testStack, browser, close } = await shareBrowserStack());
});
afterAll(() => close());

async function openAs(account: Account, path: string): Promise<Page> {
  return (await openSignedIn({ browser, testStack }, account, path)).page;
}

test("more links than are shown are changed by a job, which a reload outlives, and which is undone", async () => {
  const account = await openAccount(testStack.appUrl, "jobs@example.com");
  const urls = Array.from({ length: 130 }, (_, n) => ({ name: `Link ${n}`, originalUrl: "https://example.com/" }));
  await account.call("POST", "/api/urls/batch", { urls });
  const page = await openAs(account, "/urls");
  await page
    .getByLabel(/^Select Link/)
    .first()
    .check();
  const bar = page.getByRole("region", { name: "Selected URLs" });
  await bar.getByRole("button", { name: "Select all 48" }).click();
  await bar.getByRole("button", { name: "Select all 130 that match" }).click();
  await bar.getByText("130 selected").waitFor();
  await bar.getByRole("button", { name: "Deactivate" }).click();
  const job = page.getByRole("region", { name: "Job" });
  await job.getByText("130 of 130 URLs deactivated").waitFor();
  await page.getByText("No URLs created yet").waitFor();
  await page.reload();
  await job.getByText("130 of 130 URLs deactivated").waitFor();
  await inspect(page, "urls-job");

  // Another caller activates one link, which the undo then leaves unchanged.
  const { data } = z
    .object({ data: z.array(z.object({ _id: z.string() })) })
    .parse(await account.call("GET", "/api/urls?limit=1"));
  await account.call("PATCH", `/api/urls/${data[0]?._id ?? ""}/toggle-status`);
  await job.getByRole("button", { name: "Undo" }).click();
  await job.getByText("129 of 130 URLs set back, 1 failed").waitFor();
  await page.getByText("130 active URLs").waitFor();
  expect(await job.getByRole("button", { name: "Undo" }).count()).toBe(0);
  await job.getByRole("button", { name: "Show failed" }).click();
  const failed = page.getByRole("dialog", { name: "1 URL failed" });
  await failed.getByText("Fields were changed after the job: isActive").waitFor();
  await inspect(page, "urls-job-failed");
  await page.keyboard.press("Escape");
  await failed.waitFor({ state: "hidden" });
  await job.getByRole("button", { name: "Dismiss" }).click();
  await job.waitFor({ state: "hidden" });
});

test("fields of many links are edited at once, each unchanged unless it is chosen, and set back", async () => {
  const account = await openAccount(testStack.appUrl, "several@example.com");
  const urls = Array.from({ length: 12 }, (_, n) => ({
    name: `Link ${n}`,
    originalUrl: `https://example.com/?n=${n}`,
    note: "Kept",
  }));
  await account.call("POST", "/api/urls/batch", { urls });
  await account.call("PUT", "/api/utm/rules", { lowerCase: true, allowed: { utm_medium: ["email"] } });
  const linkSchema = z.object({
    data: z.array(
      z.looseObject({
        name: z.string(),
        originalUrl: z.string(),
        note: z.string().nullable(),
        isFavourite: z.boolean(),
      }),
    ),
  });
  const linkNamed = async (name: string) => {
    const { data } = linkSchema.parse(await account.call("GET", "/api/urls?limit=20"));
    return data.find((link) => link.name === name);
  };
  const page = await openAs(account, "/urls");
  await page.getByLabel("Select Link 3", { exact: true }).check();
  const bar = page.getByRole("region", { name: "Selected URLs" });
  await bar.getByRole("button", { name: "Select all 12" }).click();
  // At the end of the list, the bar covers no part of a card, which would otherwise count as a target that is too
  // small.
  await page.evaluate("scrollTo(0, document.body.scrollHeight)");
  await bar.getByRole("button", { name: "Edit…" }).click();
  const form = page.getByRole("form", { name: "Edit 12 URLs" });
  const choose = (field: string) => form.getByRole("checkbox", { name: `Change ${field}`, exact: true }).check();
  const submit = form.getByRole("button", { name: "Change 12 URLs" });
  await inspect(page, "urls-edit-several");
  await submit.click();
  await form.getByText("Choose what to change").waitFor();

  await choose("Favourite");
  await form.getByRole("button", { name: /^Schedule/ }).click();
  await choose("Expires at");
  await form.locator("input[type=datetime-local]").fill("2040-01-01T09:00");
  await choose("Used up after");
  await form.getByRole("textbox", { name: "Used up after" }).fill("none");
  await form.getByRole("button", { name: /^UTM/ }).click();
  await choose("Source");
  await form.getByRole("combobox", { name: "Source" }).fill("spring");
  await choose("Medium");
  await form.getByRole("combobox", { name: "Medium" }).fill("print");
  await submit.click();
  await form.getByText(/^Must be a whole number/).waitFor();
  await form.getByRole("textbox", { name: "Used up after" }).fill("100");
  await submit.click();
  // The server validates UTM values against the workspace's rules.
  const medium = form.getByRole("combobox", { name: "Medium" });
  await medium.and(page.locator("[aria-invalid=true]")).waitFor();
  await inspect(page, "urls-edit-several-refused");
  await medium.fill("email");
  await form.getByRole("button", { name: /^Redirect/ }).click();
  await choose("Status");
  await form.getByLabel("Status", { exact: true }).selectOption("307");
  await submit.click();
  await form.waitFor({ state: "hidden" });
  const job = page.getByRole("region", { name: "Job" });
  await job.getByText("12 of 12 URLs changed").waitFor();
  await page.getByRole("button", { name: "Favourite Link 3", pressed: true }).waitFor();
  expect(await linkNamed("Link 3")).toMatchObject({
    originalUrl: "https://example.com/?n=3&utm_source=spring&utm_medium=email",
    note: "Kept",
    isFavourite: true,
    maxClicks: 100,
    redirectStatus: 307,
  });
  await job.getByRole("button", { name: "Undo" }).click();
  await job.getByText("12 of 12 URLs set back").waitFor();
  await page.getByRole("button", { name: "Favourite Link 3", pressed: false }).waitFor();
  expect(await linkNamed("Link 3")).toMatchObject({ originalUrl: "https://example.com/?n=3", isFavourite: false });
});
