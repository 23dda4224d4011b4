import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BrowserStack, openBrowserStack } from "../browser/browserStack.ts";
import { openDestination } from "../browser/destination.ts";
import { commandOf } from "@hoplog/stack/processes/inspect.js";
import type { TestStack } from "../running/runningStack.ts";
import { mainJob } from "./mainJob.ts";

let testStack: TestStack;
let browser: Browser;
let close: BrowserStack["close"];
let destination: Awaited<ReturnType<typeof openDestination>>;

beforeAll(async () => {
  destination = await openDestination();
  ({ testStack, browser, close } = await openBrowserStack({ SMALL: "on" }));
});
afterAll(async () => {
  await close();
  destination.close();
});

test("a stack for a machine of 1 GB does the main job, with bounded services", async () => {
  const { appUrl, shortUrl } = testStack;
  await expect(
    mainJob({ browser, appUrl, shortUrl, destination: destination.url, screenshot: () => Promise.resolve() }),
  ).resolves.toBeUndefined();
  const { api = 0, redirector = 0, ingest = 0 } = testStack.pids();
  for (const pid of [api, redirector, ingest]) expect(commandOf(pid)).toContain("--max-old-space-size=");
});
