import type { Browser } from "playwright-core";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { launchChromium } from "./chromium.ts";

/** A stack of a test file's own that is ready, and a browser to use it with. */
export interface BrowserStack {
  readonly testStack: TestStack;
  readonly browser: Browser;
  close(): Promise<void>;
}

export async function openBrowserStack(env: NodeJS.ProcessEnv = {}): Promise<BrowserStack> {
  const browser = await launchChromium();
  const testStack = await newTestStack();
  const close = async (): Promise<void> => {
    await browser.close();
    await testStack.clear();
  };
  try {
    await testStack.start({ env }).ready();
  } catch (error) {
    await close();
    throw error;
  }
  return { testStack, browser, close };
}
