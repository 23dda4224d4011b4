import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, signedInScript } from "../running/account.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { openDestination } from "../browser/destination.ts";
import { inspect, openContext } from "../browser/appearance.ts";
import { visitors } from "../browser/visitors.ts";
import { readQr } from "../browser/readQr.ts";
import type { StackPlace } from "../running/runningStack.ts";

/** A PNG with one dark pixel. */
const dotPng = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

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

test("a QR code gets colours, shapes and a logo, is read back, and is remembered", async () => {
  const account = await openAccount(testStack.appUrl, "qr-codes@example.com");
  const { code } = await account.createLink({ name: "Documentation", originalUrl: destination.url });
  const { context, page, problems } = await openContext(browser, "phone");
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/urls`);
  const openCode = () => page.getByRole("button", { name: "QR code Documentation" }).click();
  const saved = async (kind: "PNG" | "SVG") => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: kind }).click(),
    ]);
    return readFile(await download.path());
  };
  const isRead = page.getByText("Read back: it leads to this link.");
  await openCode();
  await isRead.waitFor();
  const address = `${testStack.shortUrl}/${code}`;
  expect(await readQr(page, await saved("PNG"), "image/png")).toBe(address);

  await page.getByRole("button", { name: "Design" }).click();
  await page.getByLabel("Modules").fill("#0b3d2e");
  await page.getByLabel("Ground").fill("#fff3d6");
  await page.getByLabel("Shape").selectOption("Dots");
  await page.getByLabel("Corners").selectOption("Rounded");
  await page.getByLabel("Quiet zone").selectOption("2 modules");
  await page
    .getByLabel("Logo")
    .setInputFiles({ name: "large.png", mimeType: "image/png", buffer: Buffer.alloc(100_001) });
  await page.getByText("Must have at most 100 kB").waitFor();
  await page
    .getByLabel("Logo")
    .setInputFiles({ name: "a.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
  await page.getByText("Must be a PNG, JPEG or WebP picture").waitFor();
  await page.getByLabel("Logo").setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: dotPng });
  await page.getByRole("button", { name: "Remove the logo" }).waitFor();
  expect(await page.getByLabel("Error correction").inputValue()).toBe("H");
  await expect.poll(async () => (await saved("SVG")).toString()).toMatch(/fff3d6[\s\S]*0b3d2e[\s\S]*data:image\/png/);
  await isRead.waitFor();
  expect(await readQr(page, await saved("PNG"), "image/png")).toBe(address);
  expect(await readQr(page, await saved("SVG"), "image/svg+xml")).toBe(address);
  await page.getByLabel("Keep this design as").fill("Posters");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Use Posters" }).waitFor();
  await page.getByText("The logo stays in this browser.").waitFor();
  await inspect(page, "own-qr-design");

  // A saved design is also available on another device.
  const other = await openContext(browser);
  await other.context.addInitScript(signedInScript(account));
  await other.page.goto(`${testStack.appUrl}/urls`);
  await other.page.getByRole("button", { name: "QR code Documentation" }).click();
  await other.page.getByRole("button", { name: "Design" }).click();
  await other.page.getByRole("button", { name: "Use Posters" }).click();
  expect(await other.page.getByLabel("Modules").inputValue()).toBe("#0b3d2e");
  expect(await other.page.getByLabel("Quiet zone").inputValue()).toBe("2");
  await other.page.getByText("Read back: it leads to this link.").waitFor();
  await inspect(other.page, "own-qr-design-kept");
  await other.page.getByRole("button", { name: "Plain again" }).click();
  await other.page.getByLabel("Shape").selectOption("Rounded");
  await other.page.getByRole("button", { name: "Replace Posters by this design" }).click();
  await other.page.getByText("Posters is saved.").waitFor();

  await page.getByLabel("Modules").fill("#ffeecc");
  await page.getByText("This code can't be read").waitFor();
  await page.getByRole("button", { name: "Plain again" }).click();
  await isRead.waitFor();
  await page.getByLabel("Shape").selectOption("Dots");
  await page.getByLabel("Tell scans from clicks").check();
  await page.reload();
  await openCode();
  await page.getByRole("button", { name: "Design" }).click();
  expect(await page.getByLabel("Shape").inputValue()).toBe("dots");
  await isRead.waitFor();
  const scanned = `${address}?hop-qr`;
  expect(await readQr(page, await saved("PNG"), "image/png")).toBe(scanned);

  const headers = { "user-agent": visitors.firefoxOnLinux };
  expect((await fetch(scanned, { redirect: "manual", headers })).headers.get("location")).toBe(destination.url);
  await page.goto(`${testStack.appUrl}/analytics`);
  const card = page.getByRole("region", { name: "Visitors" });
  await card.getByRole("button", { name: "Trigger" }).click();
  await card.getByRole("button", { name: /Show only QR code/ }).click();
  await page.getByText("Trigger is QR code").first().waitFor();
  expect(problems).toEqual([]);
});
