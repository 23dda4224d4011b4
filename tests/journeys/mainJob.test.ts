import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BrowserStack, openBrowserStack } from "../browser/browserStack.ts";
import { openDestination } from "../browser/destination.ts";
import type { TestStack } from "../running/runningStack.ts";
import { mainJob } from "./mainJob.ts";

let testStack: TestStack;
let browser: Browser;
let close: BrowserStack["close"];
let destination: Awaited<ReturnType<typeof openDestination>>;

beforeAll(async () => {
  destination = await openDestination();
  ({ testStack, browser, close } = await openBrowserStack());
});
afterAll(async () => {
  await close();
  destination.close();
});

const screenshots = join(repositoryRoot, "tests", "screenshots");

async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`) });
}

test("a person registers, makes a link, sees its visits arrive, and switches it off", async () => {
  const { appUrl, shortUrl } = testStack;
  await expect(
    mainJob({ browser, appUrl, shortUrl, destination: destination.url, screenshot }),
  ).resolves.toBeUndefined();
});
