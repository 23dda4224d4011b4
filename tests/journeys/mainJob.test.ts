import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { picture } from "../browser/appearance.ts";
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
  ({ testStack, browser, close } = await openBrowserStack({ ONE_HOST: "on" }));
});
afterAll(async () => {
  await close();
  destination.close();
});

test("a person registers, makes a link, sees its visits arrive, and switches it off, on one host for app and codes", async () => {
  const { shortUrl } = testStack;
  const appUrl = shortUrl;
  await expect(
    mainJob({
      browser,
      appUrl,
      shortUrl,
      destination: destination.url,
      screenshot: (page, name) => picture(page, name, false),
    }),
  ).resolves.toBeUndefined();
});
